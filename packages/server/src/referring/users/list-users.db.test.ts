import { beforeAll, describe, expect, test } from 'vitest'
import { fillUsers } from '../../testing/database/many-users.ts'
import { entriesOf, merchantAt } from '../../testing/merchant.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, test: testMode, other, clock } = service
const merchant = merchantAt(service.call, live)
const { request, requestOk } = merchant

const people = [
  ['a1', 'Acct-1', { firstName: 'José', lastName: 'Ångström', email: 'Jose.A@Example.com' }],
  ['a1', 'acct-2', { firstName: 'Josephine', lastName: 'Baker' }],
  ['a2', '10', { firstName: 'Ann Lee', lastName: 'Jones', email: 'ann@jobs.example' }],
  ['a2', 'ÄB', { lastName: 'von  Neumann', referralCode: 'JOHNNY' }],
  ['a3', 'a%_\\', { lastName: 'Işık', email: 'plain@example.com' }],
] as const

beforeAll(async () => {
  for (const [accountId, id, fields] of people) {
    clock.now += 1000
    await requestOk('POST', '/user', { accountId, id, ...fields })
  }
})

const list = async (query: string) => (await requestOk('GET', `/users?${query}`)).users
async function found(text: string): Promise<readonly unknown[]> {
  return entriesOf(await list(`query=${encodeURIComponent(text)}`)).map((it) => it.id)
}
const newestFirst = people.map(([, id]) => id).toReversed()

describe('GET users', () => {
  test('GET users lists all users, newest first, each as in its own response', async () => {
    const users = await list('')
    expect(entriesOf(users).map((it) => it.id)).toEqual(newestFirst)
    expect(entriesOf(users)[0]).toEqual(
      await requestOk('GET', `/account/a3/user/${encodeURIComponent('a%_\\')}`),
    )
    expect(await requestOk('GET', '/users')).toMatchObject({ count: 5, totalCount: 5, nextCursor: null })
  })

  test.each([
    // By the id, exactly.
    ['Acct-1', ['Acct-1']],
    ['acct', ['acct-2']],
    // No made code holds a 1 or a vowel, so that none can begin like these by chance.
    ['1', ['10']],
    ['ÄB', ['ÄB']],
    ['äB', []],
    ['a%', ['a%_\\']],
    ['%', []],
    ['_', []],
    // Where nothing begins so, anywhere in the id, and in any case.
    ['CT-1', ['Acct-1']],
    ['ct-', ['acct-2', 'Acct-1']],
    ['%_', ['a%_\\']],
    ['_%', []],
    // By a name, without case and accents.
    ['jos', ['acct-2', 'Acct-1']],
    ['JOSÉ', ['acct-2', 'Acct-1']],
    ['jose\u0301 a', ['Acct-1']],
    ['José  Ångström', ['Acct-1']],
    ['Ann L', ['10']],
    ['Lee', []],
    ['jones', ['10']],
    ['angstrom', ['Acct-1']],
    ['von neu', ['ÄB']],
    ['neumann', []],
    ['isik', ['a%_\\']],
    ['IŞIK', ['a%_\\']],
    // By the e-mail.
    ['jose.a@', ['Acct-1']],
    ['ANN@JOBS.EXAMPLE', ['10']],
    ['j.osé.a@example', ['Acct-1']],
    ['josea@example', ['Acct-1']],
    ['ann@jobsexample', []],
    ['.', []],
    ['jobs', []],
    ['plain', ['a%_\\']],
    // By a code.
    ['johnny', ['ÄB']],
    [' JOHN', ['ÄB']],
    ['nobody-at-all', []],
  ])(
    'the query %j finds the users with a field that begins so, or an id that has it: %j',
    async (text, expected) => {
      expect(await found(text)).toEqual(expected)
    },
  )

  test('GET users finds a user by every code that they ever had', async () => {
    const made = await merchant.user('vain')
    await merchant.user('vain', { referralCode: 'SECOND-ONE' })
    await merchant.user('vain', { referralCode: 'SECOND-TWO' })
    for (const text of [made, made.toLowerCase().slice(0, 6), 'second', 'SECOND-ONE']) {
      expect(await found(text)).toEqual(['vain_user'])
    }
    expect(await list('query=second-one')).toMatchObject([{ referralCode: 'SECOND-TWO' }])
  })

  test('GET users finds a user by what they are called now, and no longer by what they were called', async () => {
    await merchant.user('renamed', { firstName: 'Zelda', lastName: 'Zorn', email: 'zz@example.com' })
    await merchant.user('renamed', { firstName: 'Quinn', lastName: 'Quux', email: 'qq@example.com' })
    for (const text of ['zelda', 'zorn', 'zz@']) expect(await found(text)).toEqual([])
    for (const text of ['quinn quux', 'quux', 'qq@']) expect(await found(text)).toEqual(['renamed_user'])
  })

  test('GET users finds users that a browser identified', async () => {
    await service.addUser('by_browser', { first_name: 'Yvonne', email: 'yv@example.com' })
    for (const text of ['yvonne', 'YV@', 'by_browser_user']) {
      expect(await found(text)).toEqual(['by_browser_user'])
    }
  })

  test.each(['', ' ', '\u0301', '\u3000'])('a query of nothing but %j is no error', async (text) => {
    const { status } = await request('GET', `/users?query=${encodeURIComponent(text)}`)
    expect(status).toBe(text === '' ? 400 : 200)
  })

  test.each([
    ['query=%00', 'query'],
    ['query=%ED%A0%80', 'query'],
    [`query=${'x'.repeat(257)}`, 'query'],
    ['query=a&query=b', 'query'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=x', 'limit'],
    ['cursor=x', 'cursor'],
    ['cursor=', 'cursor'],
    ['totalCount=yes', 'totalCount'],
  ])('GET users with %s is 400', async (query, param) => {
    expect((await request('GET', `/users?${query}`)).body).toMatchObject({ statusCode: 400, param })
  })

  test('GET users shows another program or mode nothing of this one', async () => {
    for (const keys of [other, testMode]) {
      const elsewhere = merchantAt(service.call, keys)
      expect(await elsewhere.requestOk('GET', '/users?query=jos')).toMatchObject({ count: 0, totalCount: 0 })
    }
  })

  test('the pages contain each user once, with and without a query', async () => {
    for (const query of ['', 'query=p', 'query=acc']) {
      const whole = entriesOf(await list(`${query}&limit=1000`)).map((it) => it.id)
      const { seen, totals } = await everyPage(merchant.requestOk, query, 2)
      expect(seen).toEqual(whole)
      expect(new Set(totals)).toEqual(new Set([whole.length]))
    }
  })
})

describe('a prefix of 12,000 users', () => {
  const mass = merchantAt(service.call, other)
  const requestOk = mass.requestOk
  const matching = 12_000
  beforeAll(() => fillUsers(service.owner, other.alias, matching))

  test('a prefix of 12,000 users returns the newest first with no total, and an exact one when asked', async () => {
    const page = await requestOk('GET', '/users?query=mass&limit=3')
    expect(page).toMatchObject({ count: 3, totalCount: null })
    expect(entriesOf(page.users).map((it) => it.id)).toEqual(['mass 12000', 'mass 11999', 'mass 11998'])
    expect(await requestOk('GET', '/users?query=MASS&limit=1&totalCount=exact')).toMatchObject({
      totalCount: matching,
    })
    expect(await requestOk('GET', '/users?limit=1')).toMatchObject({ totalCount: null })
  })

  test('a prefix of 12,000 users has each user once over its pages, with every plan', async () => {
    const { seen } = await everyPage(requestOk, 'query=mass', 1000)
    expect(seen).toEqual(Array.from({ length: matching }, (_, index) => `mass ${matching - index}`))
    // 1,111 of them have such an id, 1,111 such a code: the plan for few.
    const few = await everyPage(requestOk, 'query=mass1&totalCount=exact', 1000)
    expect(few.seen.length).toBe(few.totals[0])
    expect(few.seen).toEqual(
      seen.filter((it) => /^mass 1/.test(String(it)) && Number(String(it).slice(5)) > 0),
    )
  })
})

async function everyPage(requestOk: typeof merchant.requestOk, query: string, limit: number) {
  const seen: unknown[] = []
  const totals: unknown[] = []
  let cursor: unknown = null
  do {
    const from = cursor === null ? '' : `&cursor=${String(cursor)}`
    const page = await requestOk('GET', `/users?${query}&limit=${limit}${from}`)
    seen.push(...entriesOf(page.users).map((it) => it.id))
    totals.push(page.totalCount)
    cursor = page.nextCursor
  } while (cursor !== null)
  return { seen, totals }
}
