import type { Account, User } from '../referrals/account.ts'

/** Anyone can send unsigned calls for any account, so at most this many of its users are known by these alone. */
export const MAX_UNCONFIRMED_USERS = 100

/**
 * The account with a user that only an unsigned call names. Beyond the limit the oldest of these gives way: the new user takes
 * their place, which is their row and their code, so that a code that was shared goes on working for the account.
 */
export function withUnconfirmed(
  account: Account,
  added: User,
): { readonly account: Account; readonly user: User } {
  const settled = isFull(account) ? withEarning(account) : account
  const oldest = isFull(settled) ? settled.users.find((it) => givesWay(it, settled)) : undefined
  if (oldest === undefined) {
    return { account: { ...settled, users: [...settled.users, added] }, user: added }
  }
  const user = { ...added, key: oldest.key, code: oldest.code }
  const users = settled.users.map((it) => (it === oldest ? user : it))
  return { account: { ...settled, users }, user }
}

function isFull({ users }: Account): boolean {
  return users.filter((it) => !it.isConfirmed).length >= MAX_UNCONFIRMED_USERS
}

/** A confirmed conversion confirms the user whose code brought it. */
function withEarning(account: Account): Account {
  const { earningUsers } = account
  if (earningUsers.length === 0) return account
  const users = account.users.map((it) => (earningUsers.includes(it.key) ? { ...it, isConfirmed: true } : it))
  return { ...account, users, earningUsers: [] }
}

/** A user that the account's own referral names keeps their place. */
function givesWay({ key, isConfirmed }: User, { users, referral }: Account): boolean {
  if (isConfirmed) return false
  return referral === null || (key !== referral.unconfirmedUser && key !== users[0]?.key)
}
