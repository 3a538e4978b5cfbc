import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepNotifications } from '../billing/notifications/sweep-notifications.ts'
import { readBillingFigures } from '../billing/rows/figures.ts'
import { openDatabase } from '../engine/driver/database.ts'
import { findCandidates, readJobStatistics } from '../engine/job-table/job-candidates.ts'
import { newActivity, runActivity } from '../engine/tracing/tracing.ts'
import { sweepAnswers } from '../frame/idempotency/sweep-answers.ts'
import { sweepMails } from '../outbound/mails/sending/sweep-mails.ts'
import { maintainClickPartitions } from '../referring/clicks/maintain-click-partitions.ts'
import { readReviewStatistics } from '../referring/referrals/rows/review-statistics.ts'
import { findUncounted } from '../reporting/statistics/counting/count-statistics.ts'
import { readUncountedMs } from '../reporting/statistics/rows/uncounted-tenants.ts'
import { countReads } from '../testing/database/counted-reads.ts'
import { tidyUp } from '../testing/database/tidy-up.ts'
import { withoutAutovacuum } from '../testing/database/without-autovacuum.ts'
import { NO_TIMEOUTS } from '../testing/endless.ts'
import { testContext } from '../testing/test-context.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { findUnpublishedTenants, readOutboxStatistics } from '../tracking/rows/events/event-outbox.ts'

const TENANTS = Number(process.env.GOODWORD_TEST_TENANTS ?? 10_000)
/** The number of tenants with sweeps in an hour of a quiet service. */
const DUE = 20

const { owner, serviceAddress } = await createTestDatabase()
const single = openDatabase(serviceAddress, 'service', 1, NO_TIMEOUTS)
afterAll(() => single.close())
const ctx = testContext(single, { now: () => Date.now() })
const never = new AbortController().signal
const sql = (text: string) => owner.query({ name: '', text }, [])
const merchant = '00000000-0000-7000-8000-000000000001'

/** Rows of every tenant that nothing is due for, and then those of a few that something is due for. */
const rows = [
  `insert into merchant values ('${merchant}', 'Many', now())`,
  `insert into tenant select 'tenant_' || it, '${merchant}', 'live', now() from generate_series(1, ${TENANTS}) it`,
  `insert into program select id, 1, '{}', now() from tenant`,
  `insert into statistic_generation (tenant_id, generation, time_zone, state, is_complete, clicks_until, flags_until)
   select id, 1, 'UTC', 'CURRENT', true, now(), null from tenant`,
  `insert into job (tenant_id, id, kind, subject, state, changed_at, due_at, attempts)
   select t.id, gen_random_uuid(), kind, '', 'WAITING', now(), now() + interval '1 hour', 0
   from tenant t, unnest(array['SWEEP_EVENTS', 'SWEEP_BILLS', 'SWEEP_DELIVERIES']) kind`,
  `insert into job (tenant_id, id, kind, subject, state, changed_at, due_at, attempts)
   select id, gen_random_uuid(), 'COUNT_STATISTICS', '', 'WAITING', now(), now() + interval '1 hour', 1
   from tenant order by id limit ${DUE}`,
  `insert into click select t.id, now() - day * interval '1 day', gen_random_uuid(), gen_random_uuid(), 'email', gen_random_uuid()
   from tenant t, generate_series(1, 5) day`,
  `insert into processor_connection (tenant_id, id, processor, environment, merchant_id, public_key, credentials_box,
     missing_setup, setup_checked_at, last_call_at, connected_at)
   select id, gen_random_uuid(), 'braintree', 'production', id, 'key', '', '[]', now(), now(), now() from tenant`,
  `insert into processor_subscription (tenant_id, id, subscription_id, customer_id, account_id, is_live, came_with_discount, currency,
     next_bill_date, expected_minor, actual_minor, is_listed, state, checked_at, bill_count, price_minor,
     balance_minor, bills_from)
   select id, gen_random_uuid(), it, it, gen_random_uuid(), true, false, 'EUR', to_char(now() + it * interval '5 days', 'YYYY-MM-DD'),
     100, 100, true, case when it = 20 then 'PENDING' else 'IN_STEP' end, now() - it * interval '1 hour', 0,
     1000, 0, now()
   from tenant, generate_series(1, 20) it`,
  ...['5 minutes', '100 days'].flatMap((age) => {
    const tenants = `(select id from tenant order by id limit ${age === '100 days' ? DUE : TENANTS}) t`
    const at = `now() - interval '${age}'`
    return [
      `insert into idempotent_request select t.id, '${age}' || it, '', ${at}, null, null, ${at} from ${tenants}, generate_series(1, 5) it`,
      `insert into processor_notification select t.id, gen_random_uuid(), gen_random_uuid(), sha256((t.id || '${age}' || it)::bytea),
         'check', null, 'payload', ${at}, '', ${at}, null, null from ${tenants}, generate_series(1, 5) it`,
      `insert into mail (tenant_id, id, kind, subject, account_id, state, attempts, due_at, created_at, finished_at)
       select t.id, gen_random_uuid(), 'REWARD_EARNED', gen_random_uuid(), gen_random_uuid(), 'SENT', 1, ${at}, ${at}, ${at}
       from ${tenants}, generate_series(1, 5) it`,
    ]
  }),
]

beforeAll(async () => {
  await withoutAutovacuum(owner)
  for (const text of rows) await sql(text)
  await tidyUp(owner)
})

/** Each with the most transactions and pages of 8 kB that it may take: few pages per tenant, no transaction. */
const looks: Record<string, readonly [() => Promise<unknown>, number, number]> = {
  'claiming of jobs': [() => findCandidates(single, { tenant: '', testClock: '' }, 16), 1, 50],
  'search for events to publish': [() => findUnpublishedTenants(single, ''), 1, 50],
  'figures of the queue': [() => readJobStatistics(single), 1, 1000],
  'figures of the outbox': [() => readOutboxStatistics(single), 1, 50],
  'age of what statistics have not counted': [() => readUncountedMs(single), 1, 500],
  // Each tenant has a connection, and a discount that is behind.
  'figures of discounts and connections': [() => readBillingFigures(single), 1, 10 * TENANTS],
  'figures of what waits for staff': [() => readReviewStatistics(single), 1, 50],
  'search for what statistics have not counted': [() => findUncounted(ctx, never), 1, 12 * TENANTS],
  'sweep of stored responses': [() => sweepAnswers(ctx, never), 1 + DUE, 3 * TENANTS],
  'sweep of notifications': [() => sweepNotifications(ctx, never), 1 + 2 * DUE, 6 * TENANTS],
  // Invitations whose address is to be erased have an index of their own.
  'sweep of e-mails': [() => sweepMails(ctx, never), 1 + DUE, 5 * TENANTS],
  'maintenance of the months of clicks': [() => maintainClickPartitions(ctx), 3, 50],
}

test.each(Object.entries(looks))(
  `the %s asks only for those of ${TENANTS} tenants that have something due`,
  async (_name, [look, transactions, pages]) => {
    const activity = newActivity()
    await runActivity(activity, async () => void (await look()))
    expect(activity.transactions).toBeLessThanOrEqual(transactions)
    expect((await countReads(owner, single, look)).pages).toBeLessThanOrEqual(pages)
  },
)

test('the sweeps have deleted what is old, and nothing else', async () => {
  for (const [table, at] of [
    ['idempotent_request', 'created_at'],
    ['processor_notification', 'received_at'],
    ['mail', 'finished_at'],
  ]) {
    const text = `select count(*)::int as kept, min(${at}) > now() - interval '1 hour' as is_new from ${table}`
    expect(await sql(text)).toEqual([{ kept: 5 * TENANTS, is_new: true }])
  }
})
