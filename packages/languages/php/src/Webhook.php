<?php

declare(strict_types=1);

namespace Goodword;

/**
 * Verification of webhook requests.
 *
 * @phpstan-import-type EventEnvelope from Types
 */
final class Webhook
{
    private const TOLERANCE_SECONDS = 300;

    /**
     * Returns the event of a webhook request, or null if the service did not sign it within the last minutes. Signed as
     * Standard Webhooks specifies.
     *
     * @param string $body The body as it arrived (`file_get_contents('php://input')`): a parsed and rewritten one has
     *     another signature.
     * @param array<string, mixed> $headers Those of any framework, `getallheaders()` or `$_SERVER`.
     * @param string $secret The secret of the webhook receiver, `whsec_…`.
     * @param int $toleranceSeconds How far the clocks of sender and receiver may differ.
     * @return EventEnvelope|null
     * @throws \InvalidArgumentException if the secret is none
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter] string $secret,
        int $toleranceSeconds = self::TOLERANCE_SECONDS,
    ): ?array {
        $key = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, strlen('whsec_')), true) : false;
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException(
                'secret must be the secret of a webhook receiver, which begins with "whsec_".',
            );
        }
        $given = [];
        foreach ($headers as $name => $value) {
            $given[self::plainName((string) $name)] = is_array($value) && count($value) === 1 ? reset($value) : $value;
        }
        $id = $given['webhook-id'] ?? null;
        $sent = $given['webhook-timestamp'] ?? null;
        $signatures = $given['webhook-signature'] ?? null;
        if (!is_string($id) || !is_string($sent) || !is_string($signatures)) {
            return null;
        }
        if (preg_match('/^[0-9]{1,12}\z/', $sent) !== 1 || abs(time() - (int) $sent) > $toleranceSeconds) {
            return null;
        }
        $expected = hash_hmac('sha256', "$id.$sent.$body", $key, true);
        foreach (explode(' ', $signatures) as $signature) {
            $digest = str_starts_with($signature, 'v1,') ? base64_decode(substr($signature, strlen('v1,')), true) : false;
            if ($digest !== false && hash_equals($expected, $digest)) {
                return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
            }
        }
        return null;
    }

    /** `Webhook-Id` and `HTTP_WEBHOOK_ID`, as `$_SERVER` has it, are the same header. */
    private static function plainName(string $name): string
    {
        $plain = strtr(strtolower($name), '_', '-');
        return str_starts_with($plain, 'http-') ? substr($plain, strlen('http-')) : $plain;
    }
}
