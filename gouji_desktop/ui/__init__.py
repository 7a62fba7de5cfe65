"""The window: presenters without Qt, models, QML and the application."""
