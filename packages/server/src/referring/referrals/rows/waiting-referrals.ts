/** The decision that a held referral waits for: of staff, or the confirmation by the merchant's server. */
export const awaited = ['DECISION', 'CONFIRMATION'] as const
export type Awaited = (typeof awaited)[number]

/**
 * The referrals of an alias with a side that waits, with the words of the partial indexes over them. One that only unsigned calls
 * know, its friend and its payment, waits for the server: anybody can make up as many of them as they like. One that only a block
 * of the referrer holds waits for neither.
 */
export function isWaitingFor(what: Awaited, alias: string): string {
  const isUnconfirmed = `${alias}.from_page and ${alias}.unconfirmed_user_id is not null and (${alias}.converted_at is null or ${alias}.unconfirmed_at is not null)`
  return `(${alias}.referred_moderation = 'PENDING' or ${alias}.referrer_moderation = 'PENDING')
    and (${alias}.referred_moderation = 'PENDING' or ${alias}.referrer_moderated_by <> 'block')
    and ${what === 'DECISION' ? 'not ' : ''}(${isUnconfirmed})`
}
