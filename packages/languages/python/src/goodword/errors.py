from __future__ import annotations


class ApiError(Exception):
    """What every call of the client raises. Holds nothing of the request: neither its key nor its body.

    ``code`` is a code of the API (``goodword.types.ErrorCode``) or what kept a response of the API from coming:

    - ``NO_ANSWER``: the service was not reached, or its response broke off or took too long. Whether the request was done
      is not known; repeating it is harmless.
    - ``FOREIGN_ANSWER``: something that is not the API responded, such as a proxy; check ``base_url``.

    More codes may come: go by the status for those you do not know.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int | None = None,
        param: str | None = None,
        request_id: str | None = None,
        retry_after_seconds: int | None = None,
        doc_url: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        """The status of the response; None when there was none."""
        self.param = param
        """The field that is to blame, such as ``referral.code``."""
        self.request_id = request_id
        """Include it when you contact support."""
        self.retry_after_seconds = retry_after_seconds
        """The wait time from ``Retry-After``, if there was one."""
        self.doc_url = doc_url
        """Documentation of the error code."""

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"
