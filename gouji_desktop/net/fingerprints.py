"""SHA-256 fingerprints of certificates, as people compare them: `AB:CD:…`, 32 bytes."""

from __future__ import annotations

import hashlib
import hmac
import re

_BYTES = 32
_HEX = re.compile(r"[0-9A-F]{64}")


def fingerprint_of(der: bytes) -> str:
    """The fingerprint of a certificate in its binary form (`ssl_object.getpeercert(binary_form=True)`)."""
    return ":".join(f"{byte:02X}" for byte in hashlib.sha256(der).digest())


def read_fingerprint(text: str) -> str | None:
    """A fingerprint that somebody typed or stored, in the form of `fingerprint_of`; None where it is none."""
    digits = re.sub(r"[\s:-]", "", text).upper().removeprefix("SHA256")
    if not _HEX.fullmatch(digits):
        return None
    return ":".join(digits[at : at + 2] for at in range(0, 2 * _BYTES, 2))


def same_fingerprint(one: str, other: str) -> bool:
    """Whether two fingerprints name the same certificate, however they are written; false where one is none."""
    first, second = read_fingerprint(one), read_fingerprint(other)
    return first is not None and second is not None and hmac.compare_digest(first, second)
