"""The table server: gateway, lobby, rooms, accounts, store, limits, metrics."""
