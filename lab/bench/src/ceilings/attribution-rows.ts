import { createIdGenerator } from '@goodword/server/engine/foundation/id-generator'
import type { Dataset } from '../dataset/tenants.ts'
import { turnOf } from '../scenarios/turn-of.ts'
import { type ItemOf, unnested } from './unnested.ts'
import { type WritingWork, workOf } from './write-ceiling.ts'

/** The rows of a new account with a code. */
const types = {
  account: 'uuid',
  external_id: 'text',
  code: 'text',
  referrer: 'uuid',
  referring_user: 'uuid',
  referral: 'uuid',
  reward: 'uuid',
  entry: 'uuid',
  started: 'uuid',
  rewarded: 'uuid',
  made_at: 'timestamptz',
} as const

const keys = createIdGenerator()

/** The rows of so many attributions of new accounts, with everything known that the service would look up. */
export async function attributionRows(dataset: Dataset, count: number): Promise<WritingWork> {
  const tenant = turnOf(dataset.tenants, 0)
  const now = Date.now()
  const key = () => keys.make<string>(now)
  const items = Array.from({ length: count }, (): ItemOf<typeof types> => {
    const { code, accountKey, userKey } = turnOf(tenant.referrers, dataset.nextNumber())
    return {
      account: key(),
      external_id: `n${dataset.nextNumber()}`,
      code,
      referrer: accountKey,
      referring_user: userKey,
      referral: key(),
      reward: key(),
      entry: key(),
      started: key(),
      rewarded: key(),
      made_at: now,
    }
  })
  return workOf(tenant.id, items, statements)
}

const write = unnested(types)
const statements = [
  write(
    'attribution.account',
    (rows) => `
insert into account (tenant_id, id, external_id, currency, value_minor, billing_interval_type, billing_interval_value,
  subscription_status, browser_paid, paid_on_page, created_at)
select $1, u.account, u.external_id, 'USD', 4990, 'MONTH', 1, 'TRIAL', false, false, u.made_at
from ${rows}`,
  ),
  write(
    'attribution.referral',
    (rows) => `
insert into referral (tenant_id, id, code, status, referred_account_id, referring_account_id, referring_user_id,
  referred_moderation, referred_moderated_by, referrer_moderation, referrer_moderated_by, signals, started_at)
select $1, u.referral, u.code, 'IN_PROGRESS', u.account, u.referrer, u.referring_user, 'APPROVED', 'program',
  'APPROVED', 'program', '[]', u.made_at
from ${rows}`,
  ),
  write(
    'attribution.reward',
    (rows) => `
insert into reward (tenant_id, id, account_id, referral_id, source, type, unit, amount, months, redeemed, created_at,
  given_at)
select $1, u.reward, u.account, u.referral, 'REFERRED', 'PCT_DISCOUNT', '%', 1000, 12, 0, u.made_at, u.made_at
from ${rows}`,
  ),
  write(
    'attribution.entry',
    (rows) => `
insert into entry (tenant_id, id, account_id, reward_id, source, kind, reward_source, reward_type, unit, amount,
  effective_at, created_at)
select $1, u.entry, u.account, u.reward, 'grant:' || u.reward, 'GRANT', 'REFERRED', 'PCT_DISCOUNT', '%', 1000,
  u.made_at, u.made_at
from ${rows}`,
  ),
  write(
    'attribution.event',
    (rows) => `
insert into event (tenant_id, id, account_id, referring_account_id, type, reason, actor, code, referral_id, reward_id,
  created_at)
select $1, e.id, u.account, e.referrer, e.type, e.reason, 'server', e.code, u.referral, e.reward, u.made_at
from ${rows}
cross join lateral (
  values (u.started, 'referral.started', 'EXPLICIT_CODE', u.referrer, u.code, null),
    (u.rewarded, 'reward.created', 'ATTRIBUTED', null, null, u.reward)
) as e(id, type, reason, referrer, code, reward)`,
    2,
  ),
]
