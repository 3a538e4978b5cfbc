import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../test-database.ts'
import { checkedStatements } from './checked-statements.ts'
import { tablesOf } from './statement.ts'

const { owner, service } = await createTestDatabase()
const session = await service.pool.connect()
afterAll(() => session.release(true))

const LONG_AGO = '2020-01-01T00:00:00Z'

type Look = {
  readonly values: readonly unknown[]
  /** How many queries over all shards it sends, whatever the number of tenants: its bound. */
  readonly queries: number
}

/** The statements that look across tenants. Each of them calls a function of the database; only figures for operators may join them. */
const looks: Readonly<Record<string, Look>> = {
  'job.ready_tenants': { values: ['', 500], queries: 1 },
  'job.due_tenants': { values: [500], queries: 2 },
  'job.test_clocks': { values: ['', 500], queries: 1 },
  'job.failed_tenants': { values: ['', 500], queries: 1 },
  'job.statistics': { values: [], queries: 6 },
  'event_outbox.tenants': { values: ['', 500], queries: 2 },
  'event_outbox.statistics': { values: [], queries: 1 },
  'statistic.uncounted_tenants': { values: ['', 500], queries: 1 },
  'statistic.oldest_uncounted': { values: [], queries: 3 },
  'processor_subscription.statistics': { values: [], queries: 3 },
  'processor_subscription.oldest_check': { values: [], queries: 2 },
  'processor_bill.statistics': { values: [], queries: 1 },
  'referral.review_statistics': { values: [], queries: 2 },
  'processor_connection.statistics': { values: [], queries: 1 },
  'processor_connection.used_budgets': { values: [], queries: 2 },
  'idempotent_request.tenants_with_old': { values: ['', 500, LONG_AGO], queries: 1 },
  'processor_notification.tenants_with_old': { values: ['', 500, LONG_AGO, LONG_AGO], queries: 1 },
  'mail.tenants_with_old': { values: ['', 500, LONG_AGO], queries: 1 },
}

/** They call a function of the database as well. */
const others = {
  ofOneTenant: ['tenant.set', 'tenant.set_for_writing', 'tenant.set_in_directory', 'test_data.erase'],
  // On all nodes, but about tables, not about rows of tenants.
  ofTables: ['click_month.open', 'click_month.drop', 'click_salt.delete'],
}

test.for(Object.entries(looks))('%s asks each shard a fixed number of times', async ([name, look]) => {
  await addTenants(1)
  const shards = await shardsOfTenants()
  const first = await queriesSent(name, look.values)
  await addTenants(40)
  const second = await queriesSent(name, look.values)
  expect([first, second]).toEqual([look.queries * shards, look.queries * shards])
})

test('no other statement calls a function that looks across tenants', () => {
  const called = checkedStatements.filter(
    ([, text]) => tablesOf(text).size === 0 && /\bapp\.\w+\(/.test(text),
  )
  const known = [...Object.keys(looks), ...Object.values(others).flat()]
  expect(called.map(([name]) => name).sort()).toEqual(known.sort())
})

async function queriesSent(name: string, values: readonly unknown[]): Promise<number> {
  const text = checkedStatements.find(([it]) => it === name)?.[1]
  if (text === undefined) throw new Error(`there is no statement ${name}`)
  let sent = 0
  const count = (notice: { message?: string | undefined }) => {
    if (/^issuing SELECT/i.test(notice.message ?? '')) sent += 1
  }
  await session.query('set citus.log_remote_commands = on')
  session.on('notice', count)
  await session.query(text, [...values])
  session.off('notice', count)
  await session.query('set citus.log_remote_commands = off')
  return sent
}

async function shardsOfTenants(): Promise<number> {
  const [row] = await owner.query<{ shards: number }>(
    {
      name: '',
      text: `select count(*)::int4 as shards from pg_dist_shard where logicalrelid = 'app.job'::regclass`,
    },
    [],
  )
  return row?.shards ?? 0
}

/** Tenants with jobs in each state and events to publish. */
async function addTenants(count: number): Promise<void> {
  const tenants = `(select 'tenant_' || gen_random_uuid() as id from generate_series(1, ${count})) as t`
  const added = [
    `insert into app.program (tenant_id, version, settings, updated_at)
     select t.id, 1, '{}', '${LONG_AGO}' from ${tenants}`,
    `insert into app.job (tenant_id, id, kind, subject, state, changed_at, due_at, attempts)
     select p.tenant_id, gen_random_uuid(), 'KIND', s.state || gen_random_uuid(), s.state, '${LONG_AGO}', '${LONG_AGO}', 0
     from app.program p cross join (values ('READY'), ('WAITING'), ('FAILED')) as s (state)`,
    `insert into app.event_outbox (tenant_id, id, event_ids, queued_at)
     select p.tenant_id, gen_random_uuid(), '{}', '${LONG_AGO}' from app.program p`,
  ]
  for (const text of added) await owner.query({ name: '', text }, [])
}
