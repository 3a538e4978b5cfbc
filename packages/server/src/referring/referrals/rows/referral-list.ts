import { type FraudRuleName, fraudRuleNames } from '@goodword/domain/fraud/fraud'
import {
  type ModerationStatus,
  moderationStatuses,
  referralStatuses,
} from '@goodword/domain/referrals/account'
import type { AccountId, ReferralId } from '@goodword/domain/values/ids'
import { NIL } from 'uuid'
import { joinByKey } from '../../../engine/driver/by-key.ts'
import { columnList } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import { type Condition, type Filter, type FilterOf, list } from '../../../engine/lists/list.ts'
import { addedInTime, inTime, ofAccount, oneOf, withId } from '../../../engine/lists/list-filters.ts'
import { type Page, type PageRequest, readPage } from '../../../engine/lists/list-page.ts'
import { walkOf } from '../../../engine/lists/list-walk.ts'
import type { Tables } from '../../../engine/tables.generated.ts'
import { type Awaited, awaited, isWaitingFor } from './waiting-referrals.ts'

export type ListedReferralRow = Tables['referral'] & {
  referring_account: AccountId
  referred_account: AccountId
  referred_paid_at: number | null
  referring_blocked_at: number | null
}

/** Referrals of which either side has a moderation status. */
const moderated: Filter<ModerationStatus> = {
  conditions(status) {
    if (status === 'PENDING') return [pending]
    const sql = '(r.referred_moderation = ? or r.referrer_moderation = ?)'
    return [{ sql, values: [status, status] }, ...(status === 'APPROVED' ? [] : [notApproved])]
  },
  samples: { alone: moderationStatuses.filter((it) => it !== 'APPROVED'), beside: ['APPROVED'] },
}

/** Written as the partial index over what waits for a decision. */
const pending: Condition = {
  sql: "(r.referred_moderation = 'PENDING' or r.referrer_moderation = 'PENDING')",
  values: [],
}

/** Written as the partial index over sides that are not approved. */
const notApproved: Condition = {
  sql: "(r.referred_moderation <> 'APPROVED' or r.referrer_moderation <> 'APPROVED')",
  values: [],
}

const waiting: Filter<Awaited> = {
  conditions: (what) => [{ sql: isWaitingFor(what, 'r'), values: [] }],
  samples: { alone: awaited },
}

/** Referrals that a fraud rule flagged in one mode. */
function flaggedBy(isShadow: boolean): Filter<FraudRuleName> {
  return {
    conditions: (rule) => [
      flagged,
      { sql: 'r.signals @> ?::jsonb', values: [JSON.stringify([{ rule, shadow: isShadow }])] },
    ],
    samples: { alone: fraudRuleNames.slice(0, 1) },
  }
}

/** Written as the partial index over flagged referrals. */
const flagged: Condition = { sql: "r.signals <> '[]'::jsonb", values: [] }

/** The ends of the list let every plan begin and end with its rows, also of a table without statistics. */
const among = {
  conditions: (ids: readonly ReferralId[]): readonly Condition[] => {
    const [first = NIL, ...others] = ids.toSorted()
    return [
      { sql: 'r.id between ?::uuid and ?::uuid', values: [first, others.at(-1) ?? first] },
      { sql: 'r.id = any(?::uuid[])', values: [ids] },
    ]
  },
  samples: { alone: [[]] },
}

const referralList = list({
  name: 'referral.list',
  select: `${columnList('r', 'referral')}, a.external_id as referring_account,
  a.blocked_at as referring_blocked_at,
  f.external_id as referred_account, f.paid_at as referred_paid_at`,
  table: 'referral',
  alias: 'r',
  joins: `${joinByKey('account a', 'id', 'r.referring_account_id')}
${joinByKey('account f', 'id', 'r.referred_account_id')}`,
  filters: {
    referredAccountId: ofAccount({ column: 'r.referred_account_id', isById: false }),
    referringAccountId: ofAccount({ column: 'r.referring_account_id', isById: true }),
    dateConverted: inTime('r.converted_at'),
    dateReferralEnded: inTime('r.ended_at'),
    status: oneOf(referralStatuses, 'r.status', { isById: true }),
    referringUser: withId('r.referring_user_id'),
    waitsFor: waiting,
    moderationStatus: moderated,
    members: among,
    fraudRule: flaggedBy(false),
    shadowFraudRule: flaggedBy(true),
    dateReferralStarted: addedInTime('r'),
  },
  hasOldestFirst: true,
  sorts: {
    dateConverted: { column: 'r.converted_at', name: 'converted_at' },
    dateReferralEnded: { column: 'r.ended_at', name: 'ended_at' },
    amountAtStake: { column: 'r.at_stake_minor', name: 'at_stake_minor', isNumber: true },
  },
})

export type ReferralFilter = FilterOf<typeof referralList>

export function listReferrals(
  tx: TenantTx,
  filter: ReferralFilter,
  now: number,
  request: PageRequest,
): Promise<Page<ListedReferralRow>> {
  return readPage(tx, referralList, filter, now, request)
}

/** All referrals, oldest first. */
export const walkReferrals = walkOf<ListedReferralRow>(referralList)

const byIds = statement(
  'referral.find',
  `
select ${referralList.select}
from unnest($2::uuid[]) as requested(id)
${joinByKey('referral r', 'id', 'requested.id')}
${referralList.joins}`,
)

/** The referrals that exist of these. */
export function findReferrals(tx: TenantTx, ids: readonly ReferralId[]): Promise<ListedReferralRow[]> {
  return tx.rows(byIds, [ids])
}
