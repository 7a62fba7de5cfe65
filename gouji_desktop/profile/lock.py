"""One running copy per profile."""

from __future__ import annotations

from gouji_desktop.table.filelock import FileLock


class ProfileLock(FileLock):
    """The lock of a profile; `acquire` it before anything of the profile is read."""
