import type { TenantId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { merchantAt } from '../../testing/merchant.ts'
import { makeWorld } from '../../testing/requests/make-world.ts'
import { startTestService } from '../../testing/test-service.ts'
import { eraseTestData } from './erase-test-data.ts'
import { eraseTestRows, testDataTables } from './rows/erased-rows.ts'

const service = await startTestService()
const never = new AbortController().signal

/** Tables of a tenant that hold its settings, its queue, or positions that go on. */
const kept = [
  ...[
    'program',
    'audit_entry',
    'audit_head',
    'integration_activity',
    'webhook_receiver',
    'processor_connection',
    'processor_notification_kind',
  ],
  ...['event_feed', 'mail_sweep', 'test_clock', 'click_salt', 'network_salt', 'job', 'test_data_erasure'],
  'idempotent_request',
]

const query = <Row>(text: string, values: readonly unknown[] = []) =>
  service.owner.query<Row>({ name: '', text }, values)

const tables = (
  await query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
     order by 1`,
  )
).map((it) => it.name)

/** The number and a hash of a tenant's rows, for each table that has any. */
async function rowsOf(alias: string, names: readonly string[]): Promise<Record<string, string>> {
  const selects = names.map(
    (name) =>
      `select '${name}' as name, count(*) || ' ' || md5(string_agg(x::text, ' ' order by x::text)) as rows
       from app.${name} x where x.tenant_id = $1 having count(*) > 0`,
  )
  const rows = await query<{ name: string; rows: string }>(selects.join(' union all '), [alias])
  return Object.fromEntries(rows.map((it) => [it.name, it.rows]))
}

async function givenWorld() {
  const { keys } = await makeWorld(service)
  const merchant = merchantAt(service.call, keys)
  const tenantId: TenantId = keys.alias
  await query(
    `insert into app.click select $1, now(), gen_random_uuid(), p.id, 'email', gen_random_uuid()
     from app.account_user p where p.tenant_id = $1`,
    [tenantId],
  )
  const erase = (key: string, confirm: string = tenantId) =>
    merchant.request('POST', '/test-data/erase', { confirm }, key)
  return { ...merchant, tenantId, erase }
}

test('every table of a tenant is either erased or kept', () => {
  const ofDirectory = ['api_key', 'signing_key', 'custom_domain', 'domain_claim', 'staff_assistant']
  const ofTenants = tables.filter((it) => !ofDirectory.includes(it))
  expect([...testDataTables, ...kept].sort()).toEqual(ofTenants.sort())
})

test('the data of a test tenant is erased in parts, also when it is cut off; settings and other tenants stay', async () => {
  const world = await givenWorld()
  const other = await givenWorld()
  const { tenantId, requestOk } = world
  const untouched = [await rowsOf(other.tenantId, tables), await rowsOf('acme', tables)]
  const settings = [
    'program',
    'processor_connection',
    'webhook_receiver',
    'api_key',
    'signing_key',
    'custom_domain',
    'domain_claim',
  ]
  const before = await rowsOf(tenantId, settings)
  expect(await requestOk('GET', '/test-data')).toMatchObject({
    state: 'NONE',
    counts: {
      accounts: 5,
      users: 4,
      referrals: 3,
      clicks: 4,
      mails: 1,
      imports: 1,
      exports: 1,
      deliveries: 1,
    },
  })

  const { status, body } = await world.erase('erase-1')
  expect([status, body.state, body.erasedRows]).toEqual([202, 'ERASING', 0])
  // Cut off after each of its first transactions in turn, as by a crash.
  for (let cut = 0; cut < 5; cut += 1) {
    const controller = new AbortController()
    const erasing = eraseTestData(service.ctx, tenantId, controller.signal)
    await service.ctx.readTenant(tenantId, async () => undefined)
    controller.abort(new Error('cut off'))
    await erasing.catch((error: unknown) => expect(error).toEqual(new Error('cut off')))
  }
  const again = await eraseTestData(service.ctx, tenantId, never)
  expect(await requestOk('GET', '/test-data')).toMatchObject({
    state: 'CHECKING',
    dateFinished: null,
    counts: { accounts: 0, users: 0, referrals: 0, rewards: 0, clicks: 0, events: 0, notifications: 0 },
  })
  // A request that was in progress stores its data.
  await requestOk('POST', '/user', { accountId: 'late', id: 'u' })
  expect(await eraseTestData(service.ctx, tenantId, never)).toBe(again)
  service.clock.now += 10_000
  expect(await eraseTestData(service.ctx, tenantId, never)).toBeNull()
  const done = await requestOk('GET', '/test-data')
  expect(done).toMatchObject({
    state: 'DONE',
    dateFinished: service.clock.now,
    counts: { accounts: 0, users: 0 },
  })
  expect(done.erasedRows).toBeGreaterThan(30)

  expect(Object.keys(await rowsOf(tenantId, testDataTables))).toEqual([])
  expect(await rowsOf(tenantId, settings)).toEqual(before)
  expect([await rowsOf(other.tenantId, tables), await rowsOf('acme', tables)]).toEqual(untouched)
  // The same request again starts nothing, and the tenant begins anew.
  expect((await world.erase('erase-1')).body).toEqual(body)
  expect(await requestOk('GET', '/test-data')).toEqual(done)
  await requestOk('POST', '/user', { accountId: 'ada', id: 'u1', referralCode: 'AGAIN' })
  expect(await requestOk('GET', '/users')).toMatchObject({ totalCount: 1 })
})

test('requests at the same time are one erasure', async () => {
  const world = await givenWorld()
  service.clock.step = 1
  const answers = await Promise.all(['a', 'b', 'c'].map((key) => world.erase(key)))
  service.clock.step = 0
  expect(answers.map((it) => it.status)).toEqual([202, 202, 202])
  expect(new Set(answers.map((it) => it.body.dateRequested)).size).toBe(1)
  const text = `select subject from app.job where tenant_id = $1 and kind = 'ERASE_TEST_DATA'`
  expect(await query(text, [world.tenantId])).toEqual([{ subject: '' }])
})

test('a live tenant, and another alias than its own, erase nothing', async () => {
  const world = await givenWorld()
  const live = merchantAt(service.call, service.live)
  const before = await service.rows()
  for (const confirm of ['acme', service.test.alias]) {
    const answer = await live.request('POST', '/test-data/erase', { confirm }, confirm)
    expect([answer.status, answer.body.apiErrorCode]).toEqual([404, 'NOT_A_TEST_TENANT'])
  }
  expect((await live.request('GET', '/test-data')).body.apiErrorCode).toBe('NOT_A_TEST_TENANT')
  for (const confirm of ['', 'yes', world.tenantId.toUpperCase(), service.test.alias]) {
    const { status, body } = await world.erase(`wrong ${confirm}`.replaceAll(' ', '-'), confirm)
    expect([status, body.apiErrorCode, body.param]).toEqual([400, 'VALIDATION_FAILED', 'confirm'])
  }
  expect(await service.rows()).toEqual(before)
})

test('the database erases no rows of live tenants, of other tenants, and of tables with settings', async () => {
  const denied = { code: '42501' }
  const live: TenantId = service.live.alias
  const erase = (tenantId: TenantId, table: string) =>
    service.ctx.writeTenant(tenantId, (tx) => eraseTestRows({ ...tx, tenantId }, table, 1))
  await expect(erase(live, 'account')).rejects.toMatchObject(denied)
  for (const table of [...kept, 'api_key', 'tenant']) {
    await expect(erase(service.test.alias, table)).rejects.toMatchObject(denied)
  }
  const text = 'select app.erase_test_rows($1, $2, 1)'
  await expect(
    service.ctx.db.query({ name: '', text }, [service.test.alias, 'account']),
  ).rejects.toMatchObject(denied)
})
