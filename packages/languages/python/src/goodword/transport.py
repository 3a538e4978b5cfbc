from __future__ import annotations

import base64
import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any

from .errors import ApiError
from .version import VERSION

_FIRST_WAIT_SECONDS = 0.25
_MAX_WAIT_SECONDS = 8.0
# A longer wait is left to the caller.
_MAX_RETRY_AFTER_SECONDS = 60
# The statuses of a proxy that cannot reach the service, and of a service that is temporarily unavailable.
_PASSING_STATUSES = (429, 502, 503, 504)
_CHUNK_BYTES = 65_536


@dataclass(frozen=True)
class Operation:
    """What sending a request needs to know of an operation."""

    method: str
    path: str
    success_statuses: tuple[int, ...] = (200,)
    takes_api_key: bool = True
    # Whether a repeat without an Idempotency-Key would act again, or be refused.
    makes_idempotency_key: bool = False


class Transport:
    """Sends requests: authentication, timeouts, retries. ``Client`` adds a method for each operation."""

    def __init__(
        self,
        base_url: str,
        tenant_alias: str,
        api_key: str,
        *,
        timeout: float = 30.0,
        retries: int = 3,
        sleep: Callable[[float], object] = time.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        """``base_url`` is where the service is, ``tenant_alias`` the program in one mode (test programs begin with
        ``test_``), ``api_key`` a key of that program and mode.

        ``timeout`` is that of one attempt, in seconds, and ``retries`` the maximum number of further attempts. ``sleep``
        waits between attempts and ``chance`` varies the waits. Raises ValueError if alias, key or base URL cannot be
        right; its message never holds the key.
        """
        if re.fullmatch(r"https?://[^/?#@\s][^?#@\s]*", base_url) is None:
            raise ValueError(
                "base_url must be an http or https address without credentials, query and fragment, such as "
                '"https://goodword.example.com".'
            )
        if re.fullmatch(r"(test_)?[a-z0-9_]{3,59}", tenant_alias) is None:
            raise ValueError('tenant_alias must be the alias of a program, such as "acme" or "test_acme".')
        if re.fullmatch(r"[!-9;-~]+", api_key) is None:
            raise ValueError("api_key must be an API key: visible ASCII characters without spaces or line breaks.")
        self._address = f"{base_url.rstrip('/')}/api/v1/{tenant_alias}"
        self._authorization = "Basic " + base64.b64encode(f"{api_key}:".encode()).decode()
        self._timeout = timeout
        self._retries = retries
        self._sleep = sleep
        self._chance = chance
        self._opener = urllib.request.build_opener(_AsTheyAre)

    def _call(
        self,
        operation: Operation,
        *,
        params: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
        body: object = None,
        upload: tuple[str, str | bytes] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Any:
        if idempotency_key is None and operation.makes_idempotency_key:
            # The retries of a call are then one request.
            idempotency_key = f"client-{uuid.uuid4().hex}"
        headers = {"Accept": "application/json", "User-Agent": f"goodword-python/{VERSION}"}
        if operation.takes_api_key:
            headers["Authorization"] = self._authorization
        if idempotency_key is not None:
            if re.fullmatch(r"[!-~]{1,255}", idempotency_key) is None:
                raise _unfit("Idempotency-Key", "must be 1 to 255 visible ASCII characters")
            headers["Idempotency-Key"] = idempotency_key
        data: bytes | None = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body, allow_nan=False).encode()
        elif upload is not None:
            headers["Content-Type"], file = upload
            data = file.encode() if isinstance(file, str) else file
        url = self._address + _path(operation.path, params or {}) + _query(query or {})
        most = self._retries if retries is None else retries
        seconds = self._timeout if timeout is None else timeout
        attempt = 0
        while True:
            try:
                request = urllib.request.Request(url, data, headers, method=operation.method)
                return _reply(operation, *self._exchange(request, seconds))
            except ApiError as failure:
                wait = self._wait_before_retry(failure, attempt) if attempt < most else None
                if wait is None:
                    raise
            self._sleep(wait)
            attempt += 1

    def _exchange(self, request: urllib.request.Request, seconds: float) -> tuple[int, Mapping[str, str], bytes]:
        """One attempt, up to the last byte of its response."""
        deadline = time.monotonic() + seconds
        try:
            with self._opener.open(request, timeout=seconds) as response:
                chunks: list[bytes] = []
                while chunk := response.read1(_CHUNK_BYTES):
                    chunks.append(chunk)
                    if time.monotonic() > deadline:
                        raise TimeoutError
                text = b"".join(chunks)
                length = response.headers.get("Content-Length")
                if length is not None and length.isascii() and length.isdigit() and len(text) < int(length):
                    raise ConnectionError("The response ended early.")
                return response.status, response.headers, text
        except (OSError, HTTPException) as cause:
            reason = cause.reason if isinstance(cause, urllib.error.URLError) else cause
            message = (
                f"The service did not respond within {seconds} s."
                if isinstance(reason, TimeoutError)
                else "The service could not be reached, or its response was incomplete."
            )
            raise ApiError("NO_ANSWER", message) from cause

    def _wait_before_retry(self, failure: ApiError, attempt: int) -> float | None:
        """Returns the seconds before the next attempt, or None if there is to be none.

        Every operation may be repeated: by its state, or by the key that the client gives it. A ``Retry-After`` is kept and
        a little added, so that many who wait do not come back at once; otherwise waits double, half of each by chance.
        """
        may_pass = failure.code in ("NO_ANSWER", "IDEMPOTENCY_KEY_IN_FLIGHT")
        if not may_pass and failure.status not in _PASSING_STATUSES:
            return None
        wait = min(_FIRST_WAIT_SECONDS * 2.0**attempt, _MAX_WAIT_SECONDS)
        if failure.retry_after_seconds is None:
            return wait / 2 + wait / 2 * self._chance()
        if failure.retry_after_seconds > _MAX_RETRY_AFTER_SECONDS:
            return None
        return failure.retry_after_seconds + _FIRST_WAIT_SECONDS * self._chance()


class _AsTheyAre(urllib.request.HTTPErrorProcessor):
    """Returns responses of every status: refusals are read, and a redirect is not followed.

    That would send the request, and perhaps the key, to another server.
    """

    def http_response(self, request: urllib.request.Request, response: Any) -> Any:
        return response

    https_response = http_response


def _reply(operation: Operation, status: int, headers: Mapping[str, str], text: bytes) -> Any:
    try:
        body = json.loads(text)
    except ValueError:
        body = None
    request_id = headers.get("X-Request-Id")
    retry_after = headers.get("Retry-After")
    # The service gives seconds; a date, which a proxy may give, is not read.
    seconds = int(retry_after) if retry_after is not None and re.fullmatch("[0-9]{1,9}", retry_after) else None
    if isinstance(body, dict) and status in operation.success_statuses:
        return {"status": status, "answer": body} if len(operation.success_statuses) > 1 else body
    if isinstance(body, dict) and isinstance(body.get("apiErrorCode"), str):
        raise ApiError(
            body["apiErrorCode"],
            str(body.get("message")),
            status=status,
            param=body.get("param"),
            request_id=body.get("requestId") or request_id,
            retry_after_seconds=seconds,
            doc_url=body.get("docUrl"),
        )
    # The body is not included: it may be a page of any size.
    raise ApiError(
        "FOREIGN_ANSWER",
        f"The response with status {status} is not from the API. Check the base URL and any proxy in between.",
        status=status,
        request_id=request_id,
        retry_after_seconds=seconds,
    )


def _path(template: str, params: Mapping[str, Any]) -> str:
    return re.sub(r"\{(\w+)\}", lambda match: _segment(match[1], str(params[match[1]])), template)


def _segment(name: str, text: str) -> str:
    # An address with an empty segment is another address, and dots are resolved away, encoded or not.
    if text in ("", ".", ".."):
        raise _unfit(name, 'must be a string that is not empty, "." or ".."')
    return _encoded(name, text)


def _query(query: Mapping[str, Any]) -> str:
    pairs = [f"{name}={_encoded(name, _text(value))}" for name, value in query.items() if value is not None]
    return "?" + "&".join(pairs) if pairs else ""


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _encoded(name: str, text: str) -> str:
    try:
        return urllib.parse.quote(text, safe="")
    except UnicodeEncodeError:
        raise _unfit(name, "must be well-formed Unicode") from None


def _unfit(param: str, rule: str) -> ApiError:
    return ApiError("VALIDATION_FAILED", f'"{param}" {rule}. Nothing was sent.', param=param)
