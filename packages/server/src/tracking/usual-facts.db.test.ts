import type { Call } from '@goodword/domain/referrals/command'
import type { AccountId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant, START, type TestTenant } from '../testing/test-tenant.ts'
import { track } from './track.ts'
import { countUsualFacts } from './usual-facts.ts'

const db = await createTestDatabase()
const query = <Row>(text: string, values: readonly unknown[]) =>
  db.owner.query<Row>({ name: '', text }, values)

const DAY_MS = 86_400_000

type Copies = {
  readonly count: number
  readonly perHour: number
  readonly moderation?: string
  /** Their facts are from 0 to 9, times that. */
  readonly times?: number
  readonly by?: 'referrers of their own' | 'one referrer'
}

/** Copies of a referral, `perHour` in each of the last hours. */
const copies = (
  tenant: TestTenant,
  { count, perHour, moderation = 'APPROVED', times = 1, by = 'referrers of their own' }: Copies,
) =>
  query(
    `insert into app.referral (tenant_id, id, code, status, referred_account_id, referring_account_id,
       referring_user_id, referred_moderation, referred_moderated_by, referrer_moderation, referrer_moderated_by,
       signals, facts, started_at)
     select r.tenant_id, (lpad(to_hex($2::int8 - (i / $4::int4) * 3600000 - 1000), 12, '0') || '7000' || '8' || $5 || lpad(i::text, 13, '0'))::uuid,
       r.code, r.status, gen_random_uuid(),
       case when $8::bool then gen_random_uuid() else r.referring_account_id end, r.referring_user_id, 'APPROVED', 'rule', $6,
       'rule', '[]', jsonb_build_object('friendsInHour', i % 10 * $7::int4, 'friendsInDay', 2), r.started_at
     from app.referral r cross join generate_series(1, $3::int4) i
     where r.tenant_id = $1 and r.id = (select x.id from app.referral x where x.tenant_id = $1 order by x.id desc limit 1)`,
    [
      tenant.id,
      START,
      count,
      perHour,
      String(times).padStart(2, '0'),
      moderation,
      times,
      by !== 'one referrer',
    ],
  )
const usual = async (tenant: TestTenant) =>
  (
    await query<{ percentiles: unknown }>('select percentiles from app.usual_fact where tenant_id = $1', [
      tenant.id,
    ])
  )[0]?.percentiles
const isAsked = async (tenant: TestTenant) =>
  (
    await query(`delete from app.job where tenant_id = $1 and kind = 'COUNT_USUAL_FACTS' returning id`, [
      tenant.id,
    ])
  ).length === 1

async function story(id: string) {
  const tenant = await makeTestTenant(db, id)
  const code = await tenant.referrer('ada')
  const joins = (friend: string, observed?: Call['observed']) =>
    track(tenant.ctx, tenant.id, {
      call: {
        accountId: friend as AccountId,
        source: 'server',
        commands: [tenant.identify('u'), { kind: 'attribute', evidence: 'explicit', code }],
        ...(observed === undefined ? {} : { observed }),
      },
      actor: 'server',
    })
  await joins('first')
  return { tenant, joins }
}

test('what is usual is counted once a day, with the first referral of the day', async () => {
  const { tenant, joins } = await story('daily')
  expect(await isAsked(tenant)).toBe(true)
  await countUsualFacts(tenant.ctx, tenant.id)
  await joins('second')
  expect(await isAsked(tenant)).toBe(false)
  tenant.clock.now += DAY_MS
  await tenant.track('first', 'server', { kind: 'report', status: 'PAID' })
  expect(await isAsked(tenant)).toBe(false)
  await joins('third')
  expect(await isAsked(tenant)).toBe(true)
})

test('limits follow what 99 % of referrers do not exceed by approved referrals, and signals have the limits that counted', async () => {
  const { tenant, joins } = await story('usual')
  await copies(tenant, { count: 198, perHour: 5 })
  await countUsualFacts(tenant.ctx, tenant.id)
  expect(await usual(tenant)).toEqual({})
  // Facts of held or denied referrals do not count as usual.
  await copies(tenant, { count: 100, perHour: 5, moderation: 'PENDING', times: 20 })
  await copies(tenant, { count: 100, perHour: 5, moderation: 'DENIED', times: 30 })
  await copies(tenant, { count: 2, perHour: 5, times: 2 })
  await countUsualFacts(tenant.ctx, tenant.id)
  expect(await usual(tenant)).toEqual({ friendsInHour: 9, friendsInDay: 2 })
  for (const friendsInHour of [26, 27]) {
    await joins(`friend ${friendsInHour}`, {
      keys: [],
      facts: { friendsInHour, friendsInDay: 2, linkedFriends: 2 },
    })
  }
  const rows = await query<{ signals: { rule: string; thresholds: unknown }[] }>(
    `select r.signals from app.referral r where r.tenant_id = $1 and r.signals <> '[]' order by r.id`,
    [tenant.id],
  )
  const bursts = rows.flatMap((it) => it.signals.filter(({ rule }) => rule === 'REFERRER_BURST'))
  expect(bursts).toMatchObject([
    { facts: { friendsInHour: 27 }, thresholds: { friendsInHour: 27, friendsInDay: 6, linkedFriends: 2 } },
  ])
})

test('a referrer who brings most friends of a young program does not raise the limits', async () => {
  const { tenant } = await story('young')
  await copies(tenant, { count: 210, perHour: 5 })
  await copies(tenant, { count: 300, perHour: 5, times: 40, by: 'one referrer' })
  await countUsualFacts(tenant.ctx, tenant.id)
  expect(await usual(tenant)).toMatchObject({ friendsInHour: 9 })
})

test('old referrals do not count, and of an hour no more than a sample', async () => {
  const { tenant } = await story('sample')
  await copies(tenant, { count: 5000, perHour: 500 })
  await countUsualFacts(tenant.ctx, tenant.id)
  expect(await usual(tenant)).toMatchObject({ friendsInDay: 2 })
  tenant.clock.now += 91 * DAY_MS
  await countUsualFacts(tenant.ctx, tenant.id)
  expect(await usual(tenant)).toEqual({})
})

test('the days to a program’s maximum are those from the referrer’s first reward to the last one', async () => {
  const tenant = await makeTestTenant(db, 'days_to_cap', { maxReferrerRewards: 2 })
  const code = await tenant.referrer('ada')
  const pays = (id: string) =>
    tenant.track(
      id,
      'server',
      tenant.identify('u'),
      { kind: 'attribute', evidence: 'explicit', code },
      {
        kind: 'report',
        status: 'PAID',
      },
    )
  await pays('one')
  tenant.clock.now += 3.5 * DAY_MS
  await pays('two')
  tenant.clock.now += DAY_MS
  await pays('three')
  const rows = await query<{ facts: unknown }>(
    `select jsonb_build_object('left', facts -> 'rewardsLeft', 'days', facts -> 'daysToCap') as facts
     from app.referral where tenant_id = $1 order by id`,
    [tenant.id],
  )
  expect(rows.map((it) => it.facts)).toEqual([
    { left: 1, days: null },
    { left: 0, days: 3 },
    { left: 0, days: null },
  ])
})
