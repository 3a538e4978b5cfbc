/** How long an authorization is valid: 7 to 30 days, by card brand. */
export const AUTHORIZATION_LASTS_MS = 30 * 86_400_000
