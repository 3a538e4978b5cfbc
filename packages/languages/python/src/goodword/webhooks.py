from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping
from typing import Any, cast

from .types import EventEnvelope

_TOLERANCE_SECONDS = 300


def verify_event(
    body: bytes | str,
    headers: Mapping[str, Any],
    secret: str,
    *,
    tolerance_seconds: int = _TOLERANCE_SECONDS,
) -> EventEnvelope | None:
    """Returns the event of a webhook request, or None if the service did not sign it within the last minutes.

    ``body`` is the body as it arrived: a parsed and rewritten one has another signature. ``headers`` are those of any
    framework, or a WSGI environment. ``secret`` is that of the webhook receiver, ``whsec_…``; ``tolerance_seconds`` is how
    far the clocks of sender and receiver may differ. Signed as Standard Webhooks specifies. Raises ValueError if the secret
    is none.
    """
    key = _from_base64(secret[len("whsec_") :]) if secret.startswith("whsec_") else None
    if not key:
        raise ValueError('secret must be the secret of a webhook receiver, which begins with "whsec_".')
    given = {_plain_name(str(name)): value for name, value in headers.items()}
    event_id, sent, signatures = (
        given.get(f"webhook-{name}") for name in ("id", "timestamp", "signature")
    )
    if not (isinstance(event_id, str) and isinstance(sent, str) and isinstance(signatures, str)):
        return None
    if re.fullmatch(r"[0-9]{1,12}", sent) is None or abs(time.time() - int(sent)) > tolerance_seconds:
        return None
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{event_id}.{sent}.".encode("utf-8", "surrogateescape") + raw
    expected = hmac.new(key, signed, hashlib.sha256).digest()
    for signature in signatures.split(" "):
        digest = _from_base64(signature[len("v1,") :]) if signature.startswith("v1,") else None
        if digest is not None and hmac.compare_digest(digest, expected):
            return cast(EventEnvelope, json.loads(raw))
    return None


def _plain_name(name: str) -> str:
    """``Webhook-Id`` and ``HTTP_WEBHOOK_ID``, as a WSGI environment has it, are the same header."""
    return name.lower().replace("_", "-").removeprefix("http-")


def _from_base64(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
