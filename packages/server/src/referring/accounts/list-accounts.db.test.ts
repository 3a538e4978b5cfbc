import { beforeAll, describe, expect, test } from 'vitest'
import { fillUsers } from '../../testing/database/many-users.ts'
import { entriesOf, merchantAt } from '../../testing/merchant.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, test: testMode, other, clock } = service
const merchant = merchantAt(service.call, live)
const { request, requestOk, sync } = merchant

const list = async (query: string) => entriesOf((await requestOk('GET', `/accounts${query}`)).accounts)
const found = async (text: string) => (await list(`?query=${encodeURIComponent(text)}`)).map((it) => it.id)

beforeAll(async () => {
  await sync('acct_dana', { subscription: { status: 'TRIAL' } })
  clock.now += 1000
  await sync('acct_paid', { paymentProviderId: 'cus_77x', subscription: { status: 'PAID' } })
  clock.now += 1000
  await merchant.user('Acct_ada', { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' })
  clock.now += 1000
  await merchant.requestOk('POST', '/user', { accountId: 'Acct_ada', id: 'second', firstName: 'Second' })
  await sync('a%_\\', { subscription: { status: 'FREE' } })
})

describe('GET accounts', () => {
  test('the list has every account, newest first, also one without a user and without a referral', async () => {
    expect((await list('')).map((it) => it.id)).toEqual(['a%_\\', 'Acct_ada', 'acct_paid', 'acct_dana'])
    const [, ada, , dana] = await list('')
    expect(dana).toMatchObject({ id: 'acct_dana', user: null, paymentProviderId: null, dateBlocked: null })
    expect(ada?.user).toEqual({
      id: 'Acct_ada_user',
      accountId: 'Acct_ada',
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
    })
  })

  test.each([
    ['acct_', ['acct_paid', 'acct_dana']],
    ['acct_dana', ['acct_dana']],
    ['Acct_', ['Acct_ada']],
    ['cus_', ['acct_paid']],
    ['cus_77x', ['acct_paid']],
    ['a%', ['a%_\\']],
    ['%', []],
    ['_', []],
    ['77x', []],
    // Where nothing begins so, anywhere in the ID, and in any case.
    ['dana', ['acct_dana']],
    ['CT_', ['Acct_ada', 'acct_paid', 'acct_dana']],
    ['ct%', []],
  ])(
    'the query %j finds the accounts whose ID or customer ID begins so, or whose ID has it: %j',
    async (text, expected) => {
      expect(await found(text)).toEqual(expected)
    },
  )

  test('the pages of accounts go on without gaps, and the count is of all that fit', async () => {
    const inside = await requestOk('GET', '/accounts?query=ct_&limit=2')
    expect(inside).toMatchObject({ count: 2, totalCount: 3 })
    const last = await requestOk('GET', `/accounts?query=ct_&limit=2&cursor=${inside.nextCursor}`)
    expect([entriesOf(last.accounts).map((it) => it.id), last.nextCursor]).toEqual([['acct_dana'], null])
    const first = await requestOk('GET', '/accounts?query=acct_&limit=1')
    expect(first).toMatchObject({ count: 1, totalCount: 2 })
    const rest = await requestOk('GET', `/accounts?query=acct_&limit=1&cursor=${first.nextCursor}`)
    expect(entriesOf(rest.accounts).map((it) => it.id)).toEqual(['acct_dana'])
    expect(rest.nextCursor).toBeNull()
  })

  test('another tenant, another mode and a stranger see nothing of it', async () => {
    for (const { alias, apiKey } of [testMode, other]) {
      const { body } = await service.call('GET', '/accounts?query=acct_', { alias, key: apiKey })
      expect(body).toMatchObject({ count: 0, accounts: [] })
    }
    const { status } = await service.call('GET', '/accounts', { alias: live.alias, key: other.apiKey })
    expect(status).toBe(401)
  })

  test.each(['', '%00', 'x'.repeat(257)])('the query %j is refused', async (text) => {
    const { status, body } = await request('GET', `/accounts?query=${text}`)
    expect([status, body.param]).toEqual([400, 'query'])
  })

  test('the standing of an account says whether a code still counts', async () => {
    const standing = async (id: string) => (await requestOk('GET', `/account/${id}`)).standing
    const code = await merchant.user('Acct_ada')
    await merchant.friend('referred', code)
    expect([await standing('acct_dana'), await standing('acct_paid'), await standing('referred')]).toEqual([
      'OPEN',
      'CLOSED',
      'REFERRED',
    ])
  })

  test('the users of a large account cost one user of the list', async () => {
    await fillUsers(service.owner, live.alias, 2_000)
    const [mass] = await list('?query=mass')
    expect(mass).toMatchObject({ id: 'mass', user: { id: 'mass 1' } })
  })
})
