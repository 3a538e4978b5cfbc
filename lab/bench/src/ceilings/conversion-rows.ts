import { createIdGenerator } from '@goodword/server/engine/foundation/id-generator'
import { rowsOf } from '../dataset/connections.ts'
import { newFriends } from '../dataset/new-friends.ts'
import type { Dataset } from '../dataset/tenants.ts'
import { turnOf } from '../scenarios/turn-of.ts'
import { type ItemOf, unnested } from './unnested.ts'
import { type WritingWork, workOf } from './write-ceiling.ts'

/** The rows of a first payment. */
const types = {
  account: 'uuid',
  referral: 'uuid',
  friend_reward: 'uuid',
  referrer: 'uuid',
  referring_user: 'uuid',
  referrer_reward: 'uuid',
  friend_expiry: 'uuid',
  referrer_grant: 'uuid',
  referrer_expiry: 'uuid',
  converted: 'uuid',
  rewarded: 'uuid',
  made_at: 'timestamptz',
  ends_at: 'timestamptz',
} as const
type Conversion = ItemOf<typeof types>
/** The rows of a referral in progress that the service would read. */
type InProgress = Pick<Conversion, 'account' | 'referral' | 'friend_reward' | 'referrer' | 'referring_user'>

const YEAR_MS = 365 * 86_400_000
const keys = createIdGenerator()

/** The rows of so many conversions; creates the referrals first. */
export async function conversionRows(dataset: Dataset, count: number): Promise<WritingWork> {
  const tenant = turnOf(dataset.tenants, 0)
  const friends = await newFriends(dataset, tenant, count)
  const found = await rowsOf<InProgress>(dataset.owner, inProgress, [tenant.id, friends])
  const now = Date.now()
  const key = (): string => keys.make(now)
  const items = found.map(
    (it): Conversion => ({
      ...it,
      referrer_reward: key(),
      friend_expiry: key(),
      referrer_grant: key(),
      referrer_expiry: key(),
      converted: key(),
      rewarded: key(),
      made_at: now,
      ends_at: now + YEAR_MS,
    }),
  )
  return workOf(tenant.id, items, statements)
}

const inProgress = `
select a.id as account, r.id as referral, w.id as friend_reward, r.referring_account_id as referrer,
  r.referring_user_id as referring_user
from unnest($2::text[]) as asked(id)
join account a on a.tenant_id = $1 and a.external_id = asked.id
join referral r on r.tenant_id = $1 and r.referred_account_id = a.id
join reward w on w.tenant_id = $1 and w.referral_id = r.id`

const write = unnested(types)
const statements = [
  write(
    'conversion.account',
    (rows) => `
update account x
set subscription_status = 'PAID',
  paid_at = u.made_at,
  paid_on_page = false
from ${rows}
where x.tenant_id = $1
  and x.id = u.account`,
  ),
  write(
    'conversion.referral',
    (rows) => `
update referral x
set status = 'CONVERTED',
  converted_at = u.made_at
from ${rows}
where x.tenant_id = $1
  and x.id = u.referral`,
  ),
  write(
    'conversion.friend_reward',
    (rows) => `
update reward x
set expires_at = u.ends_at
from ${rows}
where x.tenant_id = $1
  and x.id = u.friend_reward`,
  ),
  write(
    'conversion.referrer_reward',
    (rows) => `
insert into reward (tenant_id, id, account_id, user_id, referral_id, source, type, unit, amount, months,
  redeemed, created_at, given_at, expires_at, bills_after)
select $1, u.referrer_reward, u.referrer, u.referring_user, u.referral, 'FRIEND_SIGNUP', 'PCT_DISCOUNT', '%', 1000,
  12, 0, u.made_at, u.made_at, u.ends_at, u.made_at
from ${rows}`,
  ),
  write(
    'conversion.entry',
    (rows) => `
insert into entry (tenant_id, id, account_id, reward_id, source, kind, reward_source, reward_type, unit, amount,
  effective_at, created_at)
select $1, e.id, e.account, e.reward, e.source, e.kind, e.reward_source, 'PCT_DISCOUNT', '%', e.amount, e.at, u.made_at
from ${rows}
cross join lateral (
  values (u.friend_expiry, u.account, u.friend_reward, 'expiry:' || u.friend_reward, 'EXPIRY', 'REFERRED', -1000,
      u.ends_at),
    (u.referrer_grant, u.referrer, u.referrer_reward, 'grant:' || u.referrer_reward, 'GRANT', 'FRIEND_SIGNUP', 1000,
      u.made_at),
    (u.referrer_expiry, u.referrer, u.referrer_reward, 'expiry:' || u.referrer_reward, 'EXPIRY', 'FRIEND_SIGNUP',
      -1000, u.ends_at)
) as e(id, account, reward, source, kind, reward_source, amount, at)`,
    3,
  ),
  write(
    'conversion.event',
    (rows) => `
insert into event (tenant_id, id, account_id, referring_account_id, type, reason, actor, referral_id, reward_id,
  after_minor, currency, created_at)
select $1, e.id, e.account, e.referrer, e.type, e.reason, 'server', u.referral, e.reward, e.after_minor, e.currency, u.made_at
from ${rows}
cross join lateral (
  values (u.converted, u.account, u.referrer, 'referral.converted', 'FIRST_PAYMENT', null, 4990, 'USD'),
    (u.rewarded, u.referrer, null, 'reward.created', 'CONVERTED', u.referrer_reward, null, null)
) as e(id, account, referrer, type, reason, reward, after_minor, currency)`,
    2,
  ),
]
