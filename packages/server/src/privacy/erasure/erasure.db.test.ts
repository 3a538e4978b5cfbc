import type { TenantId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { jobHandlers } from '../../jobs/handlers.ts'
import { drainErasures } from '../../testing/erasure/drain-erasures.ts'
import { columnsWith, tracesIn } from '../../testing/erasure/erased-traces.ts'
import { storeEverywhere } from '../../testing/erasure/person-everywhere.ts'
import { signUser } from '../../testing/sign.ts'
import { startTestService } from '../../testing/test-service.ts'
import { testRunner } from '../../testing/test-worker.ts'
import { personalData } from '../personal-data/personal-data.ts'
import type { Treatment } from '../personal-data/treatment.ts'

const service = await startTestService()
const { call, live, owner, ctx } = service
const { runner, lines } = testRunner(ctx, async () => null, { handlers: jobHandlers })

const drain = () => drainErasures(service, runner, live.alias as TenantId)

function sql<Row>(text: string): Promise<Row[]> {
  return owner.query<Row>({ name: '', text }, [])
}

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })

async function ledgerOf(): Promise<unknown> {
  return sql(`select account_id, unit, sum(amount) from app.entry group by 1, 2 order by 1, 2`)
}

test('I15: after an erasure, no row and no log line has any data of the person', async () => {
  const word = 'zanarykat'
  const person = await storeEverywhere(service, word)
  const untouched = await storeEverywhere(service, 'bystanderen')
  expect((await tracesIn(owner, [word])).length).toBeGreaterThan(15)
  // Texts from calls are in the columns that are classified as personal, and in no others.
  const isPersonal = (name: string) => {
    const [table = '', column = ''] = name.split('.')
    const columns: Readonly<Record<string, Treatment>> = personalData[table as keyof typeof personalData]
    return columns[column]?.kind === 'personal'
  }
  const columns = await columnsWith(owner, word)
  expect(columns.filter((it) => !isPersonal(it))).toEqual([])
  expect(columns.length).toBeGreaterThan(20)
  const others = (await tracesIn(owner, ['bystanderen'])).length
  const ledger = await ledgerOf()

  const { status, body } = await call('DELETE', person.path)
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { state: 'ERASING', accountErased: true, dateErased: null },
  })
  // The person's own rows are gone with the answer.
  const fields = [person.account, person.user, ...Object.values(person.names)]
  const own = (await tracesIn(owner, fields)).filter((it) => / in (account_user|account) /.test(it))
  expect(own).toEqual([])
  expect(await sql(`select from app.referral_code where code like '${person.code}%'`)).toEqual([])

  await drain()
  expect(await tracesIn(owner, [word])).toEqual([])
  expect(JSON.stringify(lines).toLowerCase()).not.toContain(word)
  expect(await ledgerOf()).toEqual(ledger)
  expect((await tracesIn(owner, ['bystanderen'])).length).toBe(others)
  expect((await call('DELETE', person.path)).body).toMatchObject({ state: 'ERASED', accountErased: true })
  expect((await call('GET', person.path)).status).toBe(404)
  expect((await call('GET', untouched.path)).body).toMatchObject(untouched.names)
})

test('I15: a late call does not bring an erased person back', async () => {
  const word = 'latecomeric'
  const { account, user, code, names, friend, path, credit } = await storeEverywhere(service, word)
  const before = await call('GET', `/account/${account}`)
  await call('DELETE', path)
  await drain()
  const rewards = await sql('select count(*) from app.reward')

  expect(await call('POST', '/user', { body: { accountId: account, id: user, ...names } })).toMatchObject({
    status: 409,
    body: { apiErrorCode: 'USER_ERASED', param: 'id' },
  })
  for (const fields of [{}, { email: names.email, first_name: names.firstName, referral_code: code }]) {
    const identified = await call('POST', '/open/identify', {
      body: { account_id: account, user_id: user, account_status: 'PAID', ...fields },
    })
    expect(identified).toMatchObject({ status: 200, body: { accountId: account, userId: user } })
  }
  const jwt = signUser(live.signingKey, { accountId: account, id: user, ...names }, service.clock.now)
  for (const path of ['/open/identify', '/open/widget']) {
    const signed = await call('POST', path, { body: { account_id: account, user_id: user, jwt } })
    expect(signed.status).toBe(200)
  }
  // The account goes on under its placeholder: its referral stays unchanged, and no other one begins.
  const synced = await call('POST', '/accountsync', {
    body: { id: account, subscription: { status: 'PAID', value: 5 }, referral: { code } },
  })
  expect(synced.body.apiErrorCode).toBe('REFERRAL_CODE_NOT_FOUND')
  const paid = await call('POST', '/accountsync', { body: { id: account, subscription: { status: 'PAID' } } })
  expect(paid).toMatchObject({ status: 200, body: { id: expect.stringMatching(/^erased-/) } })
  expect((await call('GET', `/account/${account}/reward`)).status).toBe(200)
  expect((await call('GET', `/account/${account}`)).body.dateCreated).toBe(before.body.dateCreated)
  // No other user gets the code, and a friend's repeated call changes nothing.
  expect((await call('GET', `/code/${code}`)).status).toBe(404)
  const taken = await call('POST', '/user', { body: { accountId: friend, id: 'friend', referralCode: code } })
  expect(taken.body.apiErrorCode).toBe('CODE_TAKEN')
  const repeated = await call('POST', '/accountsync', { body: { id: friend, referral: { code } } })
  expect(repeated).toMatchObject({
    status: 200,
    body: { referral: { code: expect.stringMatching(/^ERASED-/) } },
  })
  // The friend's merchant knows the code as it was: it still is the friend's own.
  expect(await call('GET', `/account/${friend}/reward?couponCode=${code}`)).toMatchObject({
    status: 200,
    body: { discountPercentage: 10, couponApplies: true },
  })
  // Requests that were carried out for the person are not carried out again.
  for (const [path, body, key] of [
    ['/rewards', { accountId: account, userId: user, reward: credit }, `reward-${word}`],
    ['/credit/redeem', { accountId: account, unit: 'EUR', amount: 200 }, `redeem-${word}`],
  ] as const) {
    expect((await call('POST', path, { body, ...keyed(key) })).body.apiErrorCode).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    )
  }
  await drain()
  expect(await tracesIn(owner, [word])).toEqual([])
  expect(await sql('select count(*) from app.reward')).toEqual(rewards)
})

test('a person is stored again when the merchant says so, as a new user of the same account', async () => {
  const { account, user, names, path } = await storeEverywhere(service, 'returningas')
  const { body: account1 } = await call('GET', `/account/${account}`)
  await call('DELETE', path)
  const body = { accountId: account, id: user, ...names, readmit: true }
  // Data that is stored before the job is done would be erased with the rest.
  expect(await call('POST', '/user', { body })).toMatchObject({
    status: 409,
    body: { apiErrorCode: 'USER_ERASED', param: 'readmit' },
  })
  await drain()
  const { status, body: back } = await call('POST', '/user', { body })
  expect({ status, back }).toMatchObject({ status: 200, back: { id: user, accountId: account, ...names } })
  expect((await call('GET', `/account/${account}`)).body).toMatchObject({
    id: account,
    dateCreated: account1.dateCreated,
  })
  expect((await call('GET', path)).body).toMatchObject(names)
  expect((await call('DELETE', path)).body).toMatchObject({ state: 'ERASING' })
})

test('an account with other people keeps its ID, and they keep everything', async () => {
  const { account, path } = await storeEverywhere(service, 'colleaguean')
  await call('POST', '/user', { body: { accountId: account, id: 'second', email: 'second@example.com' } })
  expect((await call('DELETE', path)).body).toMatchObject({ accountErased: false })
  await drain()
  expect((await call('GET', `/account/${account}/user/second`)).body).toMatchObject({
    email: 'second@example.com',
  })
  expect((await call('DELETE', `/account/${account}/user/second`)).body).toMatchObject({
    accountErased: true,
  })
})

test('the same person in another mode and at another merchant is untouched, and may come there', async () => {
  const body = {
    accountId: 'everywhere',
    id: 'everywhere',
    email: 'everywhere@example.com',
    referralCode: 'EVERY',
  }
  const path = '/account/everywhere/user/everywhere'
  const others = [service.test, service.other].map((it) => ({ alias: it.alias, key: it.apiKey }))
  for (const tenant of [{}, ...others])
    expect((await call('POST', '/user', { ...tenant, body })).status).toBe(200)
  const rowsOfOthers = () =>
    sql(`select x::text from app.account_user x where tenant_id <> '${live.alias}' union all
      select x::text from app.account x where tenant_id <> '${live.alias}' union all
      select x::text from app.referral_code x where tenant_id <> '${live.alias}' order by 1`)
  const before = await rowsOfOthers()
  await call('DELETE', path)
  await drain()
  expect(await rowsOfOthers()).toEqual(before)
  for (const tenant of others) {
    expect((await call('GET', path, tenant)).body).toMatchObject({ email: body.email, referralCode: 'EVERY' })
    const marks = await sql(`select from app.erased_mark where tenant_id = '${tenant.alias}'`)
    expect(marks).toEqual([])
  }
  expect((await call('POST', '/user', { body })).body.apiErrorCode).toBe('USER_ERASED')
})

test('an unknown user is 404, and nothing is written', async () => {
  const rows = await service.rows()
  expect(await call('DELETE', '/account/nobody/user/nobody')).toMatchObject({
    status: 404,
    body: { apiErrorCode: 'USER_NOT_FOUND', param: 'userId' },
  })
  expect(await service.rows()).toEqual(rows)
})
