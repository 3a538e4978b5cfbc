import type { Reason } from '@goodword/domain/referrals/outcome'
import type { ReferralId } from '@goodword/domain/values/ids'
import { joinByKey } from '../../../engine/driver/by-key.ts'
import { columnList, type RowOf, rowInsert, sendRows } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

/** The columns that statistics use of a referral that fraud rules flagged or staff decided. */
export type FlaggedReferral = Pick<
  Tables['referral'],
  | 'id'
  | 'signals'
  | 'started_at'
  | 'referrer_moderation'
  | 'referrer_moderated_by'
  | 'referred_moderation'
  | 'referred_moderated_by'
>

const columns = `r.id, r.signals, r.started_at, r.referrer_moderation, r.referrer_moderated_by,
  r.referred_moderation, r.referred_moderated_by`

// The words of the partial index over flagged and decided referrals.
const page = statement(
  'referral.flagged_page',
  `
select ${columns}
from referral r
where r.tenant_id = $1
  and (r.signals <> '[]'::jsonb or r.referrer_moderated_by = 'staff' or r.referred_moderated_by = 'staff')
  and r.id > $2::uuid
order by r.id
limit $3`,
)

/** The next referrals that are flagged or that staff decided, in the order of their IDs. */
export function loadFlaggedPage(tx: TenantTx, after: string, limit: number): Promise<FlaggedReferral[]> {
  return tx.rows<FlaggedReferral>(page, [after, limit])
}

const ofIds = statement(
  'referral.flagged_of_ids',
  `
select ${columns}
from unnest($2::uuid[]) as asked(id)
${joinByKey('referral r', 'id', 'asked.id')}`,
)

/** Loads these referrals. */
export function loadFlagged(tx: TenantTx, ids: readonly ReferralId[]): Promise<FlaggedReferral[]> {
  return tx.rows<FlaggedReferral>(ofIds, [ids])
}

/** A rule that flagged a referral, with its counted state. */
export type CountedFlag = RowOf<'statistic_flag'>

const counted = statement(
  'statistic_flag.of_referrals',
  `
select ${columnList('f', 'statistic_flag')}
from unnest($2::uuid[]) as asked(id)
${joinByKey('statistic_flag f', 'referral_id', 'asked.id')}`,
)

export function loadCountedFlags(tx: TenantTx, ids: readonly ReferralId[]): Promise<CountedFlag[]> {
  return tx.rows<CountedFlag>(counted, [ids])
}

const save = rowInsert('statistic_flag', {
  onConflict: `on conflict (tenant_id, referral_id, rule, is_shadow) do update
set referrer_state = excluded.referrer_state, referred_state = excluded.referred_state`,
})

/** Stores the counted states. The generations of the tenant are locked. */
export function saveCountedFlags(tx: TenantTx, rows: readonly CountedFlag[]): void {
  if (rows.length > 0) sendRows(tx, save, rows)
}

const flaggings = statement(
  'event.flaggings',
  `
select asked.id as referral_id, e.reason, e.created_at as at
from unnest($2::uuid[]) as asked(id)
${joinByKey('referral r', 'id', 'asked.id')}
${joinByKey('event e', 'account_id', 'r.referred_account_id')}
where e.type = 'referral.flagged'
  and e.referral_id = asked.id
order by asked.id, e.id`,
)

/** Loads the events in which rules flagged these referrals, oldest first. */
export async function loadFlaggings(
  tx: TenantTx,
  ids: readonly ReferralId[],
): Promise<{ referral_id: ReferralId; reason: Reason; at: number }[]> {
  return ids.length === 0 ? [] : tx.rows(flaggings, [ids])
}
