import type { Account, Participant } from '../referrals/account.ts'

/** Anyone can send unsigned calls for any account, so at most this many of its users are known by these alone. */
export const MAX_UNCONFIRMED_USERS = 100

/**
 * The account with a user that only an unsigned call names. Beyond the limit the oldest of these gives way: the new user takes
 * their place, which is their row and their code, so that a code that was shared goes on working for the account.
 */
export function withUnconfirmed(
  account: Account,
  person: Participant,
): { readonly account: Account; readonly participant: Participant } {
  const settled = isFull(account) ? withEarning(account) : account
  const oldest = isFull(settled) ? settled.participants.find((it) => givesWay(it, settled)) : undefined
  if (oldest === undefined) {
    return { account: { ...settled, participants: [...settled.participants, person] }, participant: person }
  }
  const participant = { ...person, key: oldest.key, code: oldest.code }
  const participants = settled.participants.map((it) => (it === oldest ? participant : it))
  return { account: { ...settled, participants }, participant }
}

function isFull({ participants }: Account): boolean {
  return participants.filter((it) => !it.isConfirmed).length >= MAX_UNCONFIRMED_USERS
}

/** A confirmed conversion confirms the user whose code brought it. */
function withEarning(account: Account): Account {
  const { earningUsers } = account
  if (earningUsers.length === 0) return account
  const participants = account.participants.map((it) =>
    earningUsers.includes(it.key) ? { ...it, isConfirmed: true } : it,
  )
  return { ...account, participants, earningUsers: [] }
}

/** A user that the account's own referral names keeps their place. */
function givesWay({ key, isConfirmed }: Participant, { participants, referral }: Account): boolean {
  if (isConfirmed) return false
  return referral === null || (key !== referral.unconfirmedUser && key !== participants[0]?.key)
}
