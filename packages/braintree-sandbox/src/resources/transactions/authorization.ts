/** For how long an authorization stands; the brands of cards differ, from 7 to 30 days. */
export const AUTHORIZATION_LASTS_MS = 30 * 86_400_000
