from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import NotRequired, TypedDict

_HOUR_SECONDS = 3600
_MAX_SECONDS = 30 * 24 * _HOUR_SECONDS


class SignedUser(TypedDict):
    """The signed fields of a page's user; omitted fields count as unsigned."""

    accountId: str
    id: str
    email: NotRequired[str]
    firstName: NotRequired[str]
    lastName: NotRequired[str]
    locale: NotRequired[str]
    paymentProviderId: NotRequired[str | None]
    referralCode: NotRequired[str]
    accountStatus: NotRequired[str]


def sign_user(user: SignedUser, signing_key: str, *, expires_in_seconds: int = _HOUR_SECONDS) -> str:
    """Returns a token for a page, passed to the script as ``jwt``: it identifies the user of the page.

    A JWT, signed with HMAC-SHA256 and the signing key of the program, ``gw_sign_…``. The key belongs on servers: never put
    it into a page. Raises ValueError if the key is none, or the token would count for more than 30 days.
    """
    if not signing_key.startswith("gw_sign_"):
        raise ValueError('signing_key must be the signing key of a program, which begins with "gw_sign_".')
    if not 0 < expires_in_seconds <= _MAX_SECONDS:
        raise ValueError("expires_in_seconds must be more than 0 and at most 30 days.")
    now = int(time.time())
    claims = {"user": user, "iat": now, "exp": now + int(expires_in_seconds)}
    text = f"{_part({'alg': 'HS256', 'typ': 'JWT'})}.{_part(claims)}"
    signature = hmac.new(signing_key.encode(), text.encode(), hashlib.sha256).digest()
    return f"{text}.{_base64_url(signature)}"


def _part(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return _base64_url(text.encode())


def _base64_url(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()
