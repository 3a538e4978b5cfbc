import { createHash } from 'node:crypto'
import type { ExportedReferral, ExportedUser } from '@goodword/contract/files/exported-records'
import type { Reward } from '@goodword/contract/rewards/reward'
import { type Cell, type Columns, csvRecord } from '@goodword/domain/files/csv-record'
import type { ExportKind } from '@goodword/domain/files/export'
import { amountOf, unitOf } from '@goodword/domain/rewards/reward'

/** The types of exports that the former service had, and the records of ours that they are made of. */
export const legacyExports = {
  USER: 'users',
  REFERRAL: 'referrals',
  USER_REFERRAL: 'referrals',
  REWARD_BALANCE: 'rewards',
  USER_REWARD_BALANCE: 'rewards',
} as const satisfies Readonly<Record<string, ExportKind>>
export type LegacyExportType = keyof typeof legacyExports
type LegacyKind = (typeof legacyExports)[LegacyExportType]

/** The type by which an export of ours is answered; null for one that the former service had not. */
export function legacyTypeOf(kind: ExportKind): LegacyExportType | null {
  const found = Object.entries(legacyExports).find(([, it]) => it === kind)
  // Keys of our own object.
  return found === undefined ? null : (found[0] as LegacyExportType)
}

/** A tenant with more is refused, because all are in memory while a file is read. */
const MAX_BALANCES = 200_000

/** The lines of a file of ours, as the records of a CSV file of the former service. Its readers expect no byte order mark. */
export async function* legacyCsv(kind: LegacyKind, lines: AsyncIterable<string>): AsyncGenerator<string> {
  if (kind === 'rewards') {
    yield* balanceRecords(lines)
    return
  }
  yield kind === 'users' ? csvRecord(Object.keys(userColumns)) : csvRecord(Object.keys(referralColumns))
  for await (const line of lines) {
    yield kind === 'users'
      ? recordOf(userColumns, JSON.parse(line) as ExportedUser)
      : recordOf(referralColumns, JSON.parse(line) as ExportedReferral)
  }
}

function recordOf<Row>(columns: Columns<Row>, row: Row): string {
  return csvRecord(Object.values(columns).map((cell) => cell(row)))
}

const userColumns: Columns<ExportedUser> = {
  id: (it) => it.id,
  accountId: (it) => it.accountId,
  email: (it) => it.email,
  firstName: (it) => it.firstName,
  lastName: (it) => it.lastName,
  referralCode: (it) => it.referralCode,
  imageUrl: () => null,
  firstSeenIP: () => null,
  lastSeenIP: () => null,
  dateCreated: (it) => it.dateCreated,
  emailHash: (it) =>
    it.email === null ? null : createHash('md5').update(it.email.trim().toLowerCase()).digest('hex'),
  referralSource: () => null,
  locale: (it) => it.locale?.replace('-', '_') ?? null,
  shareLink: (it) => it.shareLinks.direct,
  facebookShareLink: (it) => it.shareLinks.facebook,
  twitterShareLink: (it) => it.shareLinks.twitter,
  emailShareLink: (it) => it.shareLinks.email,
  linkedinShareLink: (it) => it.shareLinks.linkedin,
}

const referralColumns: Columns<ExportedReferral> = {
  id: (it) => it.id,
  programId: () => 'classic',
  referredUser: (it) => it.referredUser?.id ?? null,
  referredAccount: (it) => it.referredAccountId,
  referredReward: (it) => it.referredReward?.id ?? null,
  referredModerationStatus: (it) => it.referredModerationStatus,
  referrerUser: (it) => it.referrerUser.id,
  referrerAccount: (it) => it.referringAccountId,
  referrerReward: (it) => it.referrerReward?.id ?? null,
  referrerModerationStatus: (it) => it.referrerModerationStatus,
  dateReferralStarted: (it) => it.dateReferralStarted,
  dateReferralPaid: (it) => it.dateConverted,
  dateConverted: (it) => it.dateConverted,
  dateReferralEnded: (it) => it.dateReferralEnded,
  dateModerated: moderatedAt,
}

/** When the last of both sides was decided. */
function moderatedAt({ referrerDecision, referredDecision }: ExportedReferral): Cell {
  const dates = [referrerDecision?.date, referredDecision?.date].flatMap((it) => it ?? [])
  return dates.length === 0 ? null : Math.max(...dates)
}

/** The balances that can be spent or are in effect: one row per user, type and unit. */
async function* balanceRecords(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const header = ['userId', 'accountId', 'type', 'amount', 'unit']
  yield csvRecord(header)
  const balances = new Map<string, number>()
  for await (const line of lines) {
    const reward = JSON.parse(line) as Reward
    if (!reward.statuses.includes('AVAILABLE')) continue
    const key = JSON.stringify([reward.userId ?? '', reward.accountId, reward.type, unitOf(reward)])
    const taken = (reward.redeemedCredit ?? 0) + (reward.reservedCredit ?? 0)
    balances.set(key, (balances.get(key) ?? 0) + amountOf(reward) - taken)
    if (balances.size > MAX_BALANCES) throw new Error(`a file of balances has more than ${MAX_BALANCES} rows`)
  }
  for (const [key, amount] of balances) {
    // As it was put there.
    const [userId, accountId, type, unit] = JSON.parse(key) as [string, string, string, string]
    // Whole numbers, as all readers of this file expect: of a percentage the hundredths are cut off.
    const whole = type === 'PCT_DISCOUNT' ? Math.floor(amount / 100) : amount
    yield csvRecord([userId, accountId, type, whole, unit])
  }
}
