<?php

declare(strict_types=1);

namespace Goodword;

/** Sends requests: authentication, timeouts, retries. `Client` adds a method for each operation. */
abstract class Transport
{
    private const FIRST_WAIT_SECONDS = 0.25;
    private const MAX_WAIT_SECONDS = 8.0;
    /** A longer wait is left to the caller. */
    private const MAX_RETRY_AFTER_SECONDS = 60;
    /** The statuses of a proxy that cannot reach the service, and of a service that is temporarily unavailable. */
    private const PASSING_STATUSES = [429, 502, 503, 504];

    private readonly string $address;
    private readonly \CurlHandle $handle;
    /** @var \Closure(float): void */
    private readonly \Closure $sleep;
    /** @var \Closure(): float */
    private readonly \Closure $chance;

    /**
     * @param string $baseUrl Where the service is, such as `https://goodword.example.com`.
     * @param string $tenantAlias The program in one mode; test programs begin with `test_`.
     * @param string $apiKey A key of that program and mode.
     * @param float $timeout Timeout of one attempt, in seconds.
     * @param int $retries Maximum number of further attempts of a call; 0 disables retries.
     * @param (\Closure(float): void)|null $sleep Waits between attempts.
     * @param (\Closure(): float)|null $chance Varies the waits: a number from 0 to 1.
     * @throws \InvalidArgumentException if alias, key or base URL cannot be right; its message never holds the key
     */
    public function __construct(
        string $baseUrl,
        string $tenantAlias,
        #[\SensitiveParameter] private readonly string $apiKey,
        private readonly float $timeout = 30.0,
        private readonly int $retries = 3,
        ?\Closure $sleep = null,
        ?\Closure $chance = null,
    ) {
        if (preg_match('~^https?://[^/?#@\s][^?#@\s]*\z~', $baseUrl) !== 1) {
            throw new \InvalidArgumentException(
                'baseUrl must be an http or https address without credentials, query and fragment, such as '
                . '"https://goodword.example.com".',
            );
        }
        if (preg_match('/^(test_)?[a-z0-9_]{3,59}\z/', $tenantAlias) !== 1) {
            throw new \InvalidArgumentException(
                'tenantAlias must be the alias of a program, such as "acme" or "test_acme".',
            );
        }
        if (preg_match('/^[!-9;-~]+\z/', $apiKey) !== 1) {
            throw new \InvalidArgumentException(
                'apiKey must be an API key: visible ASCII characters without spaces or line breaks.',
            );
        }
        $this->address = rtrim($baseUrl, '/') . "/api/v1/$tenantAlias";
        $this->handle = curl_init();
        $this->sleep = $sleep ?? static fn (float $seconds) => usleep((int) round($seconds * 1_000_000));
        $this->chance = $chance ?? static fn (): float => random_int(0, 1_000_000) / 1_000_000;
    }

    /** @return array<string, string> */
    public function __debugInfo(): array
    {
        return ['address' => $this->address];
    }

    /**
     * @param array<string, string> $params
     * @param array<string, mixed> $query
     * @param array<string, mixed>|null $body
     * @param array{string, string}|null $upload
     * @return array<string, mixed>
     * @throws ApiError
     */
    protected function call(
        Operation $operation,
        array $params = [],
        array $query = [],
        ?array $body = null,
        ?array $upload = null,
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        if ($idempotencyKey === null && $operation->makesIdempotencyKey) {
            // The retries of a call are then one request.
            $idempotencyKey = 'client-' . bin2hex(random_bytes(16));
        }
        $headers = ['Accept: application/json', 'User-Agent: goodword-php/' . Version::VERSION, 'Expect:'];
        if ($operation->takesApiKey) {
            $headers[] = 'Authorization: Basic ' . base64_encode("$this->apiKey:");
        }
        if ($idempotencyKey !== null) {
            if (preg_match('/^[!-~]{1,255}\z/', $idempotencyKey) !== 1) {
                throw self::unfit('Idempotency-Key', 'must be 1 to 255 visible ASCII characters');
            }
            $headers[] = "Idempotency-Key: $idempotencyKey";
        }
        $data = null;
        if ($body !== null) {
            $headers[] = 'Content-Type: application/json';
            // An empty array is an object here: no body is a list.
            $data = json_encode((object) $body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        } elseif ($upload !== null) {
            [$contentType, $data] = $upload;
            $headers[] = "Content-Type: $contentType";
        }
        $url = $this->address . self::path($operation->path, $params) . self::query($query);
        $most = $retries ?? $this->retries;
        for ($attempt = 0; ; $attempt++) {
            try {
                $answer = $this->exchange($operation->method, $url, $headers, $data, $timeout ?? $this->timeout);
                return self::reply($operation, ...$answer);
            } catch (ApiError $failure) {
                $wait = $attempt < $most ? $this->waitBeforeRetry($failure, $attempt) : null;
                if ($wait === null) {
                    throw $failure;
                }
                ($this->sleep)($wait);
            }
        }
    }

    /**
     * One attempt, up to the last byte of its response.
     *
     * @param list<string> $headers
     * @return array{int, array<string, string>, string}
     */
    private function exchange(string $method, string $url, array $headers, ?string $data, float $timeout): array
    {
        $received = [];
        // Options are set anew, connections stay open.
        curl_reset($this->handle);
        curl_setopt_array($this->handle, [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $data === null && $method !== 'GET' ? [...$headers, 'Content-Length: 0'] : $headers,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT_MS => max(1, (int) round($timeout * 1000)),
            CURLOPT_NOSIGNAL => true,
            // A redirect followed would send the request, and perhaps the key, to another server.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$received): int {
                [$name, $value] = [...explode(':', $line, 2), ''];
                $received[strtolower(trim($name))] = trim($value);
                return strlen($line);
            },
        ]);
        if ($data !== null) {
            curl_setopt($this->handle, CURLOPT_POSTFIELDS, $data);
        }
        $text = curl_exec($this->handle);
        if (!is_string($text)) {
            throw new ApiError('NO_ANSWER', curl_errno($this->handle) === CURLE_OPERATION_TIMEDOUT
                ? "The service did not respond within $timeout s."
                : 'The service could not be reached, or its response was incomplete.');
        }
        return [curl_getinfo($this->handle, CURLINFO_RESPONSE_CODE), $received, $text];
    }

    /**
     * Returns the seconds before the next attempt, or null if there is to be none.
     *
     * Every operation may be repeated: by its state, or by the key that the client gives it. A `Retry-After` is kept and a
     * little added, so that many who wait do not come back at once; otherwise waits double, half of each by chance.
     */
    private function waitBeforeRetry(ApiError $failure, int $attempt): ?float
    {
        $mayPass = in_array($failure->errorCode, ['NO_ANSWER', 'IDEMPOTENCY_KEY_IN_FLIGHT'], true);
        if (!$mayPass && !in_array($failure->status, self::PASSING_STATUSES, true)) {
            return null;
        }
        if ($failure->retryAfterSeconds === null) {
            $wait = min(self::FIRST_WAIT_SECONDS * 2 ** $attempt, self::MAX_WAIT_SECONDS);
            return $wait / 2 + $wait / 2 * ($this->chance)();
        }
        if ($failure->retryAfterSeconds > self::MAX_RETRY_AFTER_SECONDS) {
            return null;
        }
        return $failure->retryAfterSeconds + self::FIRST_WAIT_SECONDS * ($this->chance)();
    }

    /**
     * @param array<string, string> $headers
     * @return array<string, mixed>
     */
    private static function reply(Operation $operation, int $status, array $headers, string $text): array
    {
        // An array of PHP is an object or a list: the first letter of the text tells which.
        $body = str_starts_with(ltrim($text), '{') ? json_decode($text, true) : null;
        $statuses = $operation->successStatuses;
        if (is_array($body) && in_array($status, $statuses, true)) {
            return count($statuses) > 1 ? ['status' => $status, 'answer' => $body] : $body;
        }
        $retryAfter = $headers['retry-after'] ?? '';
        // The service gives seconds; a date, which a proxy may give, is not read.
        $seconds = preg_match('/^[0-9]{1,9}\z/', $retryAfter) === 1 ? (int) $retryAfter : null;
        $requestId = $headers['x-request-id'] ?? null;
        if (is_array($body) && is_string($body['apiErrorCode'] ?? null)) {
            throw new ApiError(
                $body['apiErrorCode'],
                self::textOrNull($body['message'] ?? null) ?? '',
                $status,
                self::textOrNull($body['param'] ?? null),
                self::textOrNull($body['requestId'] ?? null) ?? $requestId,
                $seconds,
                self::textOrNull($body['docUrl'] ?? null),
            );
        }
        // The body is not included: it may be a page of any size.
        $message = "The response with status $status is not from the API. Check the base URL and any proxy in between.";
        throw new ApiError('FOREIGN_ANSWER', $message, $status, null, $requestId, $seconds);
    }

    private static function textOrNull(mixed $value): ?string
    {
        return is_string($value) ? $value : null;
    }

    /** @param array<string, string> $params */
    private static function path(string $template, array $params): string
    {
        foreach ($params as $name => $text) {
            // An address with an empty segment is another address, and dots are resolved away, encoded or not.
            if (in_array($text, ['', '.', '..'], true)) {
                throw self::unfit($name, 'must be a string that is not empty, "." or ".."');
            }
            $template = str_replace('{' . $name . '}', self::encoded($name, $text), $template);
        }
        return $template;
    }

    /** @param array<string, mixed> $query */
    private static function query(array $query): string
    {
        $pairs = [];
        foreach ($query as $name => $value) {
            if ($value !== null) {
                $text = is_bool($value) ? ($value ? 'true' : 'false') : (string) $value;
                $pairs[] = "$name=" . self::encoded($name, $text);
            }
        }
        return $pairs === [] ? '' : '?' . implode('&', $pairs);
    }

    private static function encoded(string $name, string $text): string
    {
        if (preg_match('//u', $text) !== 1) {
            throw self::unfit($name, 'must be well-formed Unicode');
        }
        return rawurlencode($text);
    }

    private static function unfit(string $param, string $rule): ApiError
    {
        return new ApiError('VALIDATION_FAILED', "\"$param\" $rule. Nothing was sent.", param: $param);
    }
}
