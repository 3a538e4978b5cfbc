import { expect, test } from 'vitest'
import { storeEverywhere } from '../../testing/erasure/person-everywhere.ts'
import { startTestService } from '../../testing/test-service.ts'
import { personalData } from '../personal-data/personal-data.ts'
import { dataSections } from '../personal-data/treatment.ts'

const service = await startTestService()
const { call, owner } = service

type Data = Readonly<Record<string, readonly Record<string, unknown>[]>> & {
  readonly nextCursor: string | null
}

async function read(path: string, query = ''): Promise<Data> {
  const { status, body } = await call('GET', `${path}/data${query}`)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as unknown as Data
}

test('everything that is stored about a person is in their data, and nothing of another person', async () => {
  const person = await storeEverywhere(service, 'quaestorial')
  const other = await storeEverywhere(service, 'neighbourix')
  const data = await read(person.path)
  expect(data).toMatchObject({
    accountId: person.account,
    userId: person.user,
    isOnlyUser: true,
    nextCursor: null,
    user: [{ externalId: person.user, ...person.names, code: person.code }],
    account: [
      {
        externalId: person.account,
        providerId: 'customer-quaestorial',
        claimedProviderId: 'claim-quaestorial',
      },
    ],
    referrals: [
      { code: person.code, status: 'CONVERTED' },
      { code: person.code, status: 'IN_PROGRESS' },
    ],
    redemptions: [{ amount: 200, requestKey: expect.stringContaining('redeem-quaestorial') }],
    clicks: [{ clickedAt: expect.any(Number), via: 'email' }],
    processorCustomers: [{ customerId: 'customer-quaestorial' }],
    processorSubscriptions: [{ subscriptionId: 'subscription-quaestorial' }],
    notifications: [{ customerId: 'customer-quaestorial', payload: expect.any(String) }],
  })
  expect(data.codes?.map((it) => it.code).sort()).toContain(`${person.code}-OLD`)
  const keys = data.idempotentAnswers?.map((it) => it.key)
  // The answer to the redemption names no one: its key is in the redemption.
  expect(keys).toEqual(['request-quaestorial', 'reward-quaestorial', 'sync-quaestorial'])
  expect(data.ledger?.length).toBeGreaterThan(2)
  expect(data.events?.map((it) => it.type)).toContain('user.created')
  const text = JSON.stringify(data).toLowerCase()
  expect(text).not.toContain('neighbourix')
  expect(text).not.toContain('visitor')
  expect(JSON.stringify(await read(other.path)).toLowerCase()).not.toContain('quaestorial')
})

test('the same records come on request with titles, labels and times that a person can read', async () => {
  const { path, names } = await storeEverywhere(service, 'legibilian')
  const data = await read(path, '?readable=true')
  const sections = data.readable as unknown as { title: string; about: string; records: object[] }[]
  const profile = sections.find((it) => it.title === 'Profile')
  expect(profile?.records).toMatchObject([
    {
      'First name': names.firstName,
      'E-mail address': expect.any(String),
      Created: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    },
  ])
  const counts = dataSections.map((it) => data[it]?.length ?? 0).filter((it) => it > 0)
  expect(sections.map((it) => it.records.length)).toEqual(counts)
  expect(await read(path)).not.toHaveProperty('readable')
})

test('every personal column with a section is read in that section', async () => {
  const { path } = await storeEverywhere(service, 'columnarian')
  await call('POST', '/exports', { body: { kind: 'users', format: 'csv' } })
  const data = await read(path)
  const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter) => String(letter).toUpperCase())
  // Sections that this person has records in; the others are read by the same code.
  const missing = Object.entries(personalData).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, it]) => {
      if (!('read' in it) || it.read === null) return []
      const [record] = data[it.read] ?? []
      return record === undefined || camelCase(column) in record ? [] : [`${table}.${column} in ${it.read}`]
    }),
  )
  expect(missing).toEqual([])
  expect(data.exports).toMatchObject([{ kind: 'users', format: 'csv' }])
  // Sections that need a billing period, a long ledger or an e-mail program are read in the tests of these.
  const elsewhere: readonly string[] = ['referral', 'balances', 'creditReservations', 'mails', 'deliveries']
  const empty = dataSections.filter((it) => data[it]?.length === 0)
  expect(empty.filter((it) => !elsewhere.includes(it))).toEqual([])
})

test('pages of any size have the same records as one, each once', async () => {
  const { path, account } = await storeEverywhere(service, 'paginarius')
  await owner.query(
    {
      name: '',
      text: `insert into app.click (tenant_id, clicked_at, id, user_id, via, visitor)
        select 'acme', now() + n * interval '1 microsecond', gen_random_uuid(), p.id, 'direct', gen_random_uuid()
        from app.account_user p cross join generate_series(1, 2500) n
        where p.account_id = (select a.id from app.account a where a.external_id = '${account}')`,
    },
    [],
  )
  const whole = await collected(path, '?limit=1000')
  expect(whole.clicks?.length).toBe(2501)
  expect(await collected(path, '?limit=997')).toEqual(whole)
  const small = await storeEverywhere(service, 'paginarilla')
  expect(await collected(small.path, '?limit=20')).toEqual(await collected(small.path, ''))
})

async function collected(path: string, query: string): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {}
  for (let cursor = ''; ; ) {
    const separator = query === '' ? '?' : '&'
    const page = await read(path, query + (cursor === '' ? '' : `${separator}cursor=${cursor}`))
    for (const name of dataSections) all[name] = [...(all[name] ?? []), ...(page[name] ?? [])]
    if (page.nextCursor === null) return all
    cursor = page.nextCursor
  }
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.each([
  ['text', 'abc'],
  ['a section that does not exist', encoded([99, ''])],
  ['a negative section', encoded([-1, ''])],
  ['a position of another type', encoded([5, 'not a uuid'])],
  ['a position with SQL', encoded([2, "A' or true"])],
  ['a number as position', encoded([5, 5])],
  [
    'a time that does not exist',
    encoded([10, '2026-99-99 00:00:00+00 00000000-0000-0000-0000-000000000000']),
  ],
  ['an object', encoded({ section: 1 })],
])('%s as cursor is refused', async (_name, cursor) => {
  await service.addUser('cursors')
  const answer = await call('GET', `/account/cursors/user/cursors_user/data?cursor=${cursor}`)
  expect(answer).toMatchObject({ status: 400, body: { apiErrorCode: 'VALIDATION_FAILED', param: 'cursor' } })
})

test('an unknown user is 404, and a key without the scope admin is 403', async () => {
  expect((await call('GET', '/account/cursors/user/nobody/data')).status).toBe(404)
  const { apiKey: key } = await service.newKey(['read', 'write', 'money'])
  expect((await call('GET', '/account/cursors/user/cursors_user/data', { key })).status).toBe(403)
  expect((await call('DELETE', '/account/cursors/user/cursors_user', { key })).status).toBe(403)
})
