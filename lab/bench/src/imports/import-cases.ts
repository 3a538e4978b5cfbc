import type { ImportRequest } from '@goodword/server/files/imports/receive-import'

/** A file of one kind and condition. */
export type ImportCase = {
  readonly name: string
  readonly kind: ImportRequest['kind']
  readonly header: string
  readonly row: (index: number, now: number) => string
}

const DAY_MS = 86_400_000
const users = 'accountId,id,email,firstName,lastName,referralCode'
const user = (index: number) => `m${index},u${index},m${index}@example.com,Ann ${index},Archer`
const referrals = 'referralCode,referredAccountId,dateReferralStarted,dateConverted,dateReferralEnded'
const balances = 'accountId,unit,amount,dateExpires'

/** The order matters: the later ones need the accounts of the earlier ones. */
export const importCases: readonly ImportCase[] = [
  {
    name: 'users with codes',
    kind: 'users',
    header: users,
    row: (index) => `${user(index)},CODE-${index}`,
  },
  {
    name: 'the same users again',
    kind: 'users',
    header: users,
    row: (index) => `${user(index)},CODE-${index}`,
  },
  {
    name: 'users with disabled and further codes',
    kind: 'users',
    header: `${users},dateCodeDisabled,furtherCodes`,
    row: (index, now) =>
      `s${index},u${index},s${index}@example.com,Sue ${index},Smith,STATE-${index},${now - DAY_MS},"[{""code"":""OLD-${index}""}]"`,
  },
  {
    name: 'referrals in progress',
    kind: 'referrals',
    header: referrals,
    row: (index, now) => `CODE-${index},p${index},${now - 90 * DAY_MS},,`,
  },
  {
    name: 'referrals that converted, a tenth ended',
    kind: 'referrals',
    header: referrals,
    row: (index, now) =>
      `CODE-${index},f${index},${now - 90 * DAY_MS},${now - 60 * DAY_MS},${index % 10 === 0 ? now - DAY_MS : ''}`,
  },
  {
    name: 'referrals of one referrer',
    kind: 'referrals',
    header: referrals,
    row: (index, now) => `CODE-0,g${index},${now - 90 * DAY_MS},${now - 60 * DAY_MS},`,
  },
  {
    name: 'the same referrals again',
    kind: 'referrals',
    header: referrals,
    row: (index, now) =>
      `CODE-${index},f${index},${now - 90 * DAY_MS},${now - 60 * DAY_MS},${index % 10 === 0 ? now - DAY_MS : ''}`,
  },
  {
    name: 'balances',
    kind: 'balances',
    header: balances,
    row: (index, now) => `m${index},EUR,${index + 1},${Math.floor(now / DAY_MS + 400) * DAY_MS}`,
  },
  {
    name: 'rows that are rejected',
    kind: 'users',
    header: users,
    row: (index) => `${user(index).replace('@', ' at ')},CODE-${index}`,
  },
]

/** The bytes of a file with so many rows. */
export async function* fileOf(
  { header, row }: ImportCase,
  rows: number,
  now: number,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${header}\n`)
  for (let index = 0; index < rows; index += 1) yield Buffer.from(`${row(index, now)}\n`)
}
