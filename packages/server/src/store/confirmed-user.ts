import type { Tables } from './tables.generated.ts'

/** SQL of whether only unsigned calls named a user, written as the partial index; null like false. */
export const isUnconfirmedUser = (it: string) => `(${it}.confirmed is false or (
      ${it}.confirmed is null and ${it}.email_trusted is not true and ${it}.browser_seen_at = ${it}.created_at))`

/**
 * Whether the merchant's server, a signed call or a confirmed conversion named a user. Null in rows from before: there the server
 * had named the user unless a browser call added them.
 */
export function isConfirmedUser(
  row: Pick<Tables['participant'], 'confirmed' | 'email_trusted' | 'browser_seen_at' | 'created_at'>,
): boolean {
  return row.confirmed ?? (row.email_trusted === true || row.browser_seen_at !== row.created_at)
}
