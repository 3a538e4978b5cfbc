<?php

declare(strict_types=1);

namespace Goodword;

/**
 * What every call of the client throws. Holds nothing of the request: neither its key nor its body.
 *
 * `$errorCode` is a code of the API or what kept a response of the API from coming:
 *
 * - `NO_ANSWER`: the service was not reached, or its response broke off or took too long. Whether the request was done is
 *   not known; repeating it is harmless.
 * - `FOREIGN_ANSWER`: something that is not the API responded, such as a proxy; check `$baseUrl`.
 *
 * More codes may come: go by the status for those you do not know.
 */
final class ApiError extends \RuntimeException
{
    /**
     * @param int|null $status The status of the response; null when there was none.
     * @param string|null $param The field that is to blame, such as `referral.code`.
     * @param string|null $requestId Include it when you contact support.
     * @param int|null $retryAfterSeconds The wait time from `Retry-After`, if there was one.
     * @param string|null $docUrl Documentation of the error code.
     */
    public function __construct(
        public readonly string $errorCode,
        string $message,
        public readonly ?int $status = null,
        public readonly ?string $param = null,
        public readonly ?string $requestId = null,
        public readonly ?int $retryAfterSeconds = null,
        public readonly ?string $docUrl = null,
    ) {
        parent::__construct("$errorCode: $message", $status ?? 0);
    }
}
