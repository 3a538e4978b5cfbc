<?php

declare(strict_types=1);

namespace Goodword;

/** Tokens that identify the user of a page. */
final class UserToken
{
    private const HOUR_SECONDS = 3600;
    private const MAX_SECONDS = 30 * 24 * self::HOUR_SECONDS;

    /**
     * Returns a token for a page, passed to the script as `jwt`. A JWT, signed with HMAC-SHA256 and the signing key of the
     * program, `gw_sign_…`. The key belongs on servers: never put it into a page.
     *
     * @param array{accountId: string, id: string, email?: string, firstName?: string, lastName?: string, locale?: string,
     *     paymentProviderId?: string|null, referralCode?: string, accountStatus?: string} $user Omitted fields count as unsigned.
     * @throws \InvalidArgumentException if the key is none, or the token would count for more than 30 days
     */
    public static function sign(
        array $user,
        #[\SensitiveParameter] string $signingKey,
        int $expiresInSeconds = self::HOUR_SECONDS,
    ): string {
        if (!str_starts_with($signingKey, 'gw_sign_')) {
            throw new \InvalidArgumentException(
                'signingKey must be the signing key of a program, which begins with "gw_sign_".',
            );
        }
        if ($expiresInSeconds <= 0 || $expiresInSeconds > self::MAX_SECONDS) {
            throw new \InvalidArgumentException('expiresInSeconds must be more than 0 and at most 30 days.');
        }
        $now = time();
        $claims = ['user' => $user, 'iat' => $now, 'exp' => $now + $expiresInSeconds];
        $text = self::part(['alg' => 'HS256', 'typ' => 'JWT']) . '.' . self::part($claims);
        return $text . '.' . self::base64Url(hash_hmac('sha256', $text, $signingKey, true));
    }

    /** @param array<string, mixed> $value */
    private static function part(array $value): string
    {
        $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;
        return self::base64Url(json_encode($value, $flags));
    }

    private static function base64Url(string $value): string
    {
        return rtrim(strtr(base64_encode($value), '+/', '-_'), '=');
    }
}
