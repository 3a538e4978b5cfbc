import type { AccountId, ReferralId } from '@goodword/domain/values/ids'
import { joinByKey } from '../../../engine/driver/by-key.ts'
import { isoTime } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

/** A referral with a side that has waited for staff alone. */
export type ReviewedRow = {
  readonly id: ReferralId
  readonly review_since: number
  readonly referred_account: AccountId
}

/** Where a walk through what waits for staff is. */
export type ReviewPosition = Pick<ReviewedRow, 'review_since' | 'id'>

const inReview = (name: string, condition: string) =>
  statement(
    name,
    `
select r.id, r.review_since, f.external_id as referred_account
from (
  select x.*
  from referral x
  where x.tenant_id = $1
    and x.review_since <= $2${condition}
    and (x.review_since, x.id) > ($3::timestamptz, $4::uuid)
  order by x.review_since, x.id
  limit $5
) as r
${joinByKey('account f', 'id', 'r.referred_account_id')}
order by r.review_since, r.id`,
  )

const waiting = inReview('referral.in_review', '')
const toRemind = inReview(
  'referral.to_remind',
  `
    and (x.reminded_at is null or x.reminded_at < x.review_since)`,
)

/** Loads the referrals that have waited for staff since `until` or longer, the longest first, after a position. */
export function loadInReview(
  tx: TenantTx,
  until: number,
  after: ReviewPosition,
  limit: number,
): Promise<ReviewedRow[]> {
  return tx.rows(waiting, [isoTime(until), isoTime(after.review_since), after.id, limit])
}

/** Loads those of these referrals about which staff had no reminder. */
export function loadToRemind(
  tx: TenantTx,
  until: number,
  after: ReviewPosition,
  limit: number,
): Promise<ReviewedRow[]> {
  return tx.rows(toRemind, [isoTime(until), isoTime(after.review_since), after.id, limit])
}

const next = statement(
  'referral.next_review',
  `
select x.review_since
from referral x
where x.tenant_id = $1
  and x.review_since > $2
order by x.review_since
limit 1`,
)

/** Since when the one has waited for staff that has waited the longest, of those that began after a time; null if none did. */
export async function loadNextReview(tx: TenantTx, after: number): Promise<number | null> {
  const [row] = await tx.rows<{ review_since: number }>(next, [isoTime(after)])
  return row?.review_since ?? null
}
