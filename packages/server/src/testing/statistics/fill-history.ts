import type { TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'

export type History = {
  /** Days before the end, both included; 1 is the last day. */
  readonly newest: number
  readonly oldest: number
  readonly referralsPerDay: number
  readonly clicksPerDay: number
  /** They have referrals and clicks in turn. */
  readonly referrers: number
}

/**
 * Fills days of a tenant before `end` with referrals, a third of which convert, and with clicks, by SQL alone: as if all of
 * it had been published, and nothing counted. The referrers must be there.
 */
export async function fillHistory(
  owner: Database,
  tenantId: TenantId,
  end: number,
  history: History,
): Promise<void> {
  const { newest, oldest, referralsPerDay, clicksPerDay, referrers } = history
  const days = [tenantId, new Date(end), newest, oldest]
  for (const text of [friends, started, converted]) {
    await owner.query({ name: '', text }, [...days, referralsPerDay, referrers])
  }
  await owner.query({ name: '', text: clicks }, [...days, clicksPerDay, referrers])
}

/** `r1`, `r2`, …: an account and a user each. */
export async function fillReferrers(owner: Database, tenantId: TenantId, count: number): Promise<void> {
  const account = `insert into app.account (tenant_id, id, external_id, browser_paid, created_at)
    select $1, ${referrerKey('i')}, 'r' || i, false, now() from generate_series(1, $2::int) i`
  const person = `insert into app.account_user (tenant_id, id, account_id, external_id, code, confirmed, created_at)
    select $1, ${referrerKey('i')}, ${referrerKey('i')}, 'u', 'RCODE' || i, true, now() from generate_series(1, $2::int) i`
  for (const text of [account, person]) await owner.query({ name: '', text }, [tenantId, count])
}

function referrerKey(number: string): string {
  return `md5('referrer ' || ${number})::uuid`
}

/** A uuid of version 7 of a moment. */
function keyAt(kind: string, at: string): string {
  const hash = `md5('${kind} ' || d || ' ' || i)`
  const time = `lpad(to_hex((extract(epoch from ${at}) * 1000)::int8), 12, '0')`
  return `(${time} || '7' || left(${hash}, 3) || '8' || substr(${hash}, 4, 15))::uuid`
}

const moments = `generate_series($3::int, $4::int) d, generate_series(1, $5::int) i,
  lateral (select $2::timestamptz - d * interval '1 day' + i * interval '23 hours' / $5::int as at) as m`
const referrer = '1 + (d * 7919 + i * 31) % $6::int'
const friendKey = keyAt('friend', 'm.at')
const isConverted = 'i % 3 = 0'

const friends = `insert into app.referral (tenant_id, id, code, status, referred_account_id, referring_account_id,
    referring_user_id, referred_moderation, referred_moderated_by, referrer_moderation, referrer_moderated_by,
    signals, channel, started_at, converted_at)
  select $1, ${friendKey}, 'RCODE' || ${referrer}, case when ${isConverted} then 'CONVERTED' else 'IN_PROGRESS' end,
    ${friendKey}, ${referrerKey(`(${referrer})`)}, ${referrerKey(`(${referrer})`)}, 'APPROVED', 'program', 'APPROVED', 'program',
    '[]', 'CODE', m.at, case when ${isConverted} then m.at end
  from ${moments}`

const event = (type: string, reason: string, condition: string) => `
  insert into app.event (tenant_id, id, account_id, type, reason, actor, referral_id, created_at)
  select $1, ${keyAt(type, 'm.at')}, ${friendKey}, '${type}', '${reason}', 'server', ${friendKey}, m.at
  from ${moments}
  where ${condition} and $6::int > 0`
const started = event('referral.started', 'EXPLICIT_CODE', 'true')
const converted = event('referral.converted', 'FIRST_PAYMENT', isConverted)

const clicks = `insert into app.click
  select $1, m.at, gen_random_uuid(), ${referrerKey(`(${referrer})`)}, (array['email', 'twitter', null])[1 + i % 3],
    md5('visitor ' || i % greatest($5::int * 2 / 3, 1))::uuid
  from ${moments}`
