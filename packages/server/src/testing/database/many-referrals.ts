import type { TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'
import { START } from '../test-tenant.ts'
import { tablesOf, tidyUp } from './tidy-up.ts'

/**
 * Fills a tenant with referrals by SQL alone: friends `f1`, `f2`, … of referrers `r1`, `r2`, …, a quarter of them of
 * `r1`. Friend n came n milliseconds after START; of every three the last is in progress, the first converted, the
 * second ended; each hundredth is denied. Needs the owner's database, and that nothing of this is in the tenant yet.
 */
export async function fillReferrals(owner: Database, tenantId: TenantId, friends: number): Promise<void> {
  await insertReferrals(owner, tenantId, friends)
  await tidyUp(owner, tablesOf(fillings))
}

/** Inserts referrals, and leaves the statistics of the tables as they are. */
export async function insertReferrals(owner: Database, tenantId: TenantId, friends: number): Promise<void> {
  const client = await owner.pool.connect()
  try {
    await client.query('begin')
    for (const text of fillings) await client.query({ text, values: [tenantId, friends] })
    await client.query('commit')
  } finally {
    client.release(true)
  }
}

const REFERRERS = 'greatest($2::int / 20, 1)'
const referrerOf = `(case when i % 4 = 0 then 1 else 1 + i % ${REFERRERS} end)`
const at = (days: number) => `to_timestamp((${START} + i) / 1000.0) + interval '${days} days'`

/** A uuid of version 7 whose time is that of the number. */
function key(kind: string, number: string): string {
  const hash = `md5('${kind} ' || ${number})`
  return `(lpad(to_hex(${START} + ${number}), 12, '0') || '7' || left(${hash}, 3) || '8' || substr(${hash}, 4, 15))::uuid`
}

const friends = 'generate_series(1, $2::int) as i'
const referrers = `generate_series(1, ${REFERRERS}) as i`

const accounts = (kind: 'account' | 'referrer', letter: string, numbers: string) => [
  `insert into account (tenant_id, id, external_id, browser_paid, provider_id, paid_at, created_at)
   select $1, ${key(kind, 'i')}, '${letter}' || i, false, '${letter}p' || i,
     case when i % 3 > 0 then ${at(1)} end, ${at(0)}
   from ${numbers} where $2::int > 0`,
  `insert into account_user (tenant_id, id, account_id, external_id, code, email, email_key, confirmed, created_at)
   select $1, ${key(`${kind} person`, 'i')}, ${key(kind, 'i')}, 'u', upper('${letter}code') || i,
     '${letter}' || i || '@example.com', '${letter}' || i || '@example.com', true, ${at(0)}
   from ${numbers} where $2::int > 0`,
  `insert into referral_code (tenant_id, code, account_id, user_id, created_at)
   select $1, upper('${letter}code') || i, ${key(kind, 'i')}, ${key(`${kind} person`, 'i')}, ${at(0)}
   from ${numbers} where $2::int > 0`,
]

const rewards = (source: 'REFERRED' | 'FRIEND_SIGNUP', account: string, isGiven: string) => [
  `insert into reward (tenant_id, id, account_id, user_id, referral_id, source, type, unit, amount, months,
     redeemed, created_at, given_at, expires_at, cancelled_at)
   select $1, ${key(source, 'i')}, ${account}, null, ${key('referral', 'i')}, '${source}', 'PCT_DISCOUNT', '%', 1000, 12, 0,
     ${at(0)}, ${at(0)}, ${at(365)}, case when i % 3 = 2 then ${at(2)} end
   from ${friends} where ${isGiven}`,
  ...['GRANT', 'EXPIRY'].map(
    (
      kind,
    ) => `insert into entry (tenant_id, id, account_id, reward_id, source, kind, reward_source, reward_type, unit,
     amount, effective_at, created_at)
   select $1, ${key(`${source} ${kind}`, 'i')}, ${account}, ${key(source, 'i')}, '${source} ${kind} ' || i, '${kind}',
     '${source}', 'PCT_DISCOUNT', '%', ${kind === 'GRANT' ? '1000' : '-1000'}, ${at(kind === 'GRANT' ? 0 : 365)}, ${at(0)}
   from ${friends} where ${isGiven}`,
  ),
]

const events = ['referral.started', 'referral.converted'].map(
  (
    type,
  ) => `insert into event (tenant_id, id, account_id, referring_account_id, type, reason, actor, referral_id, created_at)
   select $1, ${key(type, 'i')}, ${key('account', 'i')}, ${key('referrer', referrerOf)}, '${type}', 'EXPLICIT_CODE',
     'server', ${key('referral', 'i')}, ${at(0)}
   from ${friends}`,
)

const fillings = [
  ...accounts('account', 'f', friends),
  ...accounts('referrer', 'r', referrers),
  `insert into referral (tenant_id, id, code, status, referred_account_id, referred_user_id,
     referring_account_id, referring_user_id, referred_moderation, referred_moderated_by, referrer_moderation,
     referrer_moderated_by, signals, channel, started_at, converted_at, ended_at)
   select $1, ${key('referral', 'i')}, 'RCODE' || ${referrerOf},
     (array['IN_PROGRESS', 'CONVERTED', 'ENDED'])[i % 3 + 1], ${key('account', 'i')}, ${key('account person', 'i')},
     ${key('referrer', referrerOf)}, ${key('referrer person', referrerOf)},
     case when i % 100 = 0 then 'DENIED' else 'APPROVED' end, 'program',
     case when i % 100 = 0 then 'DENIED' else 'APPROVED' end, 'program', '[]', 'CODE', ${at(0)},
     case when i % 3 > 0 then ${at(1)} end, case when i % 3 = 2 then ${at(2)} end
   from ${friends}`,
  ...rewards('REFERRED', key('account', 'i'), 'true'),
  ...rewards('FRIEND_SIGNUP', key('referrer', referrerOf), 'i % 3 > 0'),
  ...events,
]
