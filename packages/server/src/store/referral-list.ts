import type { ModerationStatus, ReferralStatus } from '@goodword/domain/account'
import type { FraudSignal } from '@goodword/domain/fraud'
import type { AccountId, AccountKey, ParticipantKey, ReferralId } from '@goodword/domain/ids'
import type { ReferralCode } from '@goodword/domain/referral-code'
import { v7 } from 'uuid'
import { joinByKey } from './driver/by-key.ts'
import {
  type Condition,
  equalTo,
  type List,
  type Page,
  type PageRequest,
  readPage,
} from './driver/list-page.ts'
import { isoTime } from './driver/rows.ts'
import { statement } from './driver/statement.ts'
import type { TenantTx } from './driver/tenant-tx.ts'

export type ListedReferralRow = {
  id: ReferralId
  code: ReferralCode
  status: ReferralStatus
  referring_account: AccountId
  referred_account: AccountId
  referring_participant_id: ParticipantKey
  referred_participant_id: ParticipantKey | null
  referred_paid_at: number | null
  referred_moderation: ModerationStatus
  referrer_moderation: ModerationStatus
  signals: FraudSignal[]
  started_at: number
  converted_at: number | null
  ended_at: number | null
}

/** Inclusive, in milliseconds; `to` is null when the range is open. */
export type Range = { readonly from: number; readonly to: number | null }

export type ReferralFilter = {
  readonly referringAccount?: AccountKey
  readonly referringPerson?: ParticipantKey
  readonly referredAccount?: AccountKey
  readonly status?: ReferralStatus
  readonly moderation?: ModerationStatus
  readonly started?: Range
  readonly converted?: Range
  readonly ended?: Range
}

export const referralList: List = {
  name: 'referral.list',
  select: `r.id, r.code, r.status, a.external_id as referring_account, f.external_id as referred_account,
  r.referring_participant_id, r.referred_participant_id, f.paid_at as referred_paid_at, r.referred_moderation,
  r.referrer_moderation, r.signals, r.started_at, r.converted_at, r.ended_at`,
  table: 'referral',
  alias: 'r',
  joins: `${joinByKey('account a', 'id', 'r.referring_account_id')}
${joinByKey('account f', 'id', 'r.referred_account_id')}`,
}

export function listReferrals(
  tx: TenantTx,
  filter: ReferralFilter,
  request: PageRequest,
): Promise<Page<ListedReferralRow>> {
  return readPage(tx, referralList, referralConditions(filter), request)
}

export function referralConditions(filter: ReferralFilter): readonly Condition[] {
  // Those with an index stand in the order in which they are preferred.
  return [
    equals('r.referred_account_id', 'uuid', filter.referredAccount, { isById: false }),
    equals('r.referring_account_id', 'uuid', filter.referringAccount, { isById: true }),
    within('r.converted_at', filter.converted),
    within('r.ended_at', filter.ended),
    equals('r.status', 'text', filter.status, { isById: true }),
    unindexed('r.referring_participant_id = ?::uuid', filter.referringPerson),
    moderated(filter.moderation),
    // A referral's id begins with its start, so the list's own order answers this range as well.
    startedIn(filter.started),
  ].flat()
}

const byIds = statement(
  'referral.find',
  `
select ${referralList.select}
from unnest($2::uuid[]) as asked(id)
${joinByKey('referral r', 'id', 'asked.id')}
${referralList.joins}`,
)

/** The referrals that exist of these. */
export function findReferrals(tx: TenantTx, ids: readonly ReferralId[]): Promise<ListedReferralRow[]> {
  return tx.rows(byIds, [ids])
}

function equals(
  column: string,
  type: 'uuid' | 'text',
  value: string | undefined,
  { isById }: { readonly isById: boolean },
): Condition[] {
  return value === undefined ? [] : [equalTo({ column, isById }, type, value)]
}

function unindexed(sql: string, value: string | undefined): Condition[] {
  return value === undefined ? [] : [{ sql, values: [value] }]
}

/** The same words as the partial index over what is not approved. */
function moderated(status: ModerationStatus | undefined): Condition[] {
  if (status === undefined) return []
  const either = { sql: '(r.referred_moderation = ? or r.referrer_moderation = ?)', values: [status, status] }
  if (status === 'APPROVED') return [either]
  return [
    either,
    { sql: "(r.referred_moderation <> 'APPROVED' or r.referrer_moderation <> 'APPROVED')", values: [] },
  ]
}

const LOWEST = { seq: 0, random: new Uint8Array(16) }
const HIGHEST = { seq: 2 ** 32 - 1, random: new Uint8Array(16).fill(0xff) }

function startedIn(range: Range | undefined): Condition[] {
  if (range === undefined) return []
  const from = { sql: 'r.id >= ?::uuid', values: [v7({ msecs: upTo9999(range.from), ...LOWEST })] }
  return range.to === null
    ? [from]
    : [from, { sql: 'r.id <= ?::uuid', values: [v7({ msecs: upTo9999(range.to), ...HIGHEST })] }]
}

function within(column: string, range: Range | undefined): Condition[] {
  if (range === undefined) return []
  const index = { column, isById: false }
  const from = { sql: `${column} >= ?::timestamptz`, values: [isoTime(upTo9999(range.from))], index }
  return range.to === null
    ? [from]
    : [from, { sql: `${column} <= ?::timestamptz`, values: [isoTime(upTo9999(range.to))] }]
}

const END_OF_9999 = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Nothing lies beyond, and a uuid has no room for it. */
function upTo9999(ms: number): number {
  return Math.min(ms, END_OF_9999)
}
