import { createIdGenerator } from '@goodword/server/engine/foundation/id-generator'
import type { Dataset } from '../dataset/tenants.ts'
import { turnOf } from '../scenarios/turn-of.ts'
import { unnested } from './unnested.ts'
import { type WritingWork, workOf } from './write-ceiling.ts'

/** The rows of a new account with a code; names as in SQL. */
type Attribution = {
  readonly account: string
  readonly external_id: string
  readonly code: string
  readonly referrer: string
  readonly referring_user: string
  readonly referral: string
  readonly reward: string
  readonly entry: string
  readonly started: string
  readonly rewarded: string
  readonly made_at: number
}

const keys = createIdGenerator()

/** The rows of so many attributions of new accounts, with everything known that the service would look up. */
export async function attributionRows(dataset: Dataset, count: number): Promise<WritingWork> {
  const tenant = turnOf(dataset.tenants, 0)
  const now = Date.now()
  const made_at = now
  const items = Array.from({ length: count }, (): Attribution => {
    const { code, accountKey, userKey } = turnOf(tenant.referrers, dataset.nextNumber())
    const [account, referral, reward] = [
      keys.make<string>(now),
      keys.make<string>(now),
      keys.make<string>(now),
    ]
    const [entry, started, rewarded] = [
      keys.make<string>(now),
      keys.make<string>(now),
      keys.make<string>(now),
    ]
    return {
      ...{ account, referral, reward, entry, started, rewarded, made_at, code },
      external_id: `n${dataset.nextNumber()}`,
      referrer: accountKey,
      referring_user: userKey,
    }
  })
  return workOf(tenant.id, items, statements)
}

const statements = [
  unnested<Attribution>(
    'attribution.account',
    { account: 'uuid', external_id: 'text', made_at: 'timestamptz' },
    (rows) => `
insert into account (tenant_id, id, external_id, currency, value_minor, billing_interval_type, billing_interval_value,
  subscription_status, browser_paid, paid_on_page, created_at)
select $1, u.account, u.external_id, 'USD', 4990, 'MONTH', 1, 'TRIAL', false, false, u.made_at
from ${rows}`,
  ),
  unnested<Attribution>(
    'attribution.referral',
    {
      referral: 'uuid',
      code: 'text',
      account: 'uuid',
      referrer: 'uuid',
      referring_user: 'uuid',
      made_at: 'timestamptz',
    },
    (rows) => `
insert into referral (tenant_id, id, code, status, referred_account_id, referring_account_id, referring_user_id,
  referred_moderation, referred_moderated_by, referrer_moderation, referrer_moderated_by, signals, started_at)
select $1, u.referral, u.code, 'IN_PROGRESS', u.account, u.referrer, u.referring_user, 'APPROVED', 'program',
  'APPROVED', 'program', '[]', u.made_at
from ${rows}`,
  ),
  unnested<Attribution>(
    'attribution.reward',
    { reward: 'uuid', account: 'uuid', referral: 'uuid', made_at: 'timestamptz' },
    (rows) => `
insert into reward (tenant_id, id, account_id, referral_id, source, type, unit, amount, months, redeemed, created_at,
  given_at)
select $1, u.reward, u.account, u.referral, 'REFERRED', 'PCT_DISCOUNT', '%', 1000, 12, 0, u.made_at, u.made_at
from ${rows}`,
  ),
  unnested<Attribution>(
    'attribution.entry',
    { entry: 'uuid', account: 'uuid', reward: 'uuid', made_at: 'timestamptz' },
    (rows) => `
insert into entry (tenant_id, id, account_id, reward_id, source, kind, reward_source, reward_type, unit, amount,
  effective_at, created_at)
select $1, u.entry, u.account, u.reward, 'grant:' || u.reward, 'GRANT', 'REFERRED', 'PCT_DISCOUNT', '%', 1000,
  u.made_at, u.made_at
from ${rows}`,
  ),
  unnested<Attribution>(
    'attribution.event',
    {
      started: 'uuid',
      rewarded: 'uuid',
      account: 'uuid',
      referrer: 'uuid',
      code: 'text',
      referral: 'uuid',
      reward: 'uuid',
      made_at: 'timestamptz',
    },
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
