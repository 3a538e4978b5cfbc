import type { ExportKind } from '@goodword/domain/files/export'
import type { TenantId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { contentOf, exportNow, runJobs } from '../../testing/exported-files.ts'
import { makeImporter } from '../../testing/imports/importer.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const importer = makeImporter(service)
const { ctx, live, other } = service

async function csvOf(alias: TenantId, kind: ExportKind): Promise<string> {
  return contentOf(ctx, alias, await exportNow(ctx, alias, { kind, format: 'csv' }))
}

/** Users as the API lists them, without what depends on the tenant. */
async function usersOf({ alias, apiKey: key }: typeof other): Promise<readonly unknown[]> {
  const { body } = await service.call('GET', '/users?limit=100', { alias, key })
  const users = body.users as { accountId: string }[]
  return users
    .map((it) => ({ ...it, shareLinks: null, dateCreated: null }))
    .sort((a, b) => (a.accountId < b.accountId ? -1 : 1))
}

const awkward = [
  { accountId: '=1+1', id: '@x', firstName: '+49', lastName: '-', referralCode: '-MINUS' },
  { accountId: "'=1", id: "''@", firstName: "O'Neil", lastName: "'" },
  { accountId: 'a,"b";c', id: ' u ', firstName: ' Ann ', lastName: '"' },
  { accountId: 'Zoë 中文 🎉', id: '＝1', firstName: '\u202eabc', lastName: 'é' },
  { accountId: 'plain', id: 'u', email: '=x@example.com', locale: 'de-AT' },
]

test('an import into another program reads the users and referrals of an export as they were', async () => {
  const { alias, apiKey: key } = other
  const call = (path: string, body: unknown) => service.call('POST', path, { alias, key, body })
  for (const body of awkward) expect((await call('/user', body)).status).toBe(200)
  const referral = { code: '-MINUS' }
  await call('/user', { accountId: '=friend', id: 'f' })
  await call('/accountsync', { id: '=friend', referral, subscription: { status: 'PAID' } })
  await call('/accountsync', { id: '+trial', referral })

  expect(await importer.run('users', await csvOf(alias, 'users'))).toMatchObject({ created: 6, rejected: 0 })
  expect(await usersOf(live)).toEqual(await usersOf(other))

  const referrals = await csvOf(alias, 'referrals')
  expect(await importer.run('referrals', referrals)).toMatchObject({ created: 2, rejected: 0 })
  const imported = (csv: string) =>
    csv
      .split('\r\n')
      .map((line) => line.split(',', 6).join(','))
      .toSorted()
  expect(imported(await csvOf(live.alias, 'referrals'))).toEqual(imported(referrals))
})

test('what is owed of shares of payments moves along, once, and the next shares pay it back', async () => {
  const { alias } = other
  const share = { type: 'PAYMENT_SHARE', sharePercent: 20 } as const
  await service.setProgram({ referredReward: null, referrerReward: share }, alias)
  const post = async (tenant: typeof other, path: string, body: object) => {
    const headers = { 'idempotency-key': JSON.stringify(body).slice(0, 200) }
    const answer = await service.call('POST', path, {
      alias: tenant.alias,
      key: tenant.apiKey,
      body,
      headers,
    })
    if (answer.status >= 300) throw new Error(`${path} is ${answer.status}: ${answer.body.message}`)
    await runJobs(ctx, tenant.alias)
  }
  const pay = (tenant: typeof other, reference: string) =>
    post(tenant, '/payments', { accountId: 'sharing_friend', reference, amount: 30, currency: 'USD' })
  const sharedOf = async (tenant: typeof other) => {
    const path = '/account/sharing/user/sharing/figures'
    return (await service.call('GET', path, { alias: tenant.alias, key: tenant.apiKey })).body.shared
  }
  await post(other, '/user', { accountId: 'sharing', id: 'sharing', referralCode: 'SHARING' })
  await post(other, '/user', { accountId: 'sharing_friend', id: 'sharing_friend' })
  await post(other, '/accountsync', { id: 'sharing_friend', referral: { code: 'SHARING' } })
  await pay(other, 'p1')
  await pay(other, 'p2')
  await post(other, '/credit/redeem', { accountId: 'sharing', unit: 'USD', amount: 12_00 })
  const reversal = { kind: 'REFUND', reference: 'r1', paymentReference: 'p2' }
  await post(other, '/payments/reversal', { accountId: 'sharing_friend', ...reversal })
  expect(await sharedOf(other)).toEqual([{ currency: 'USD', amount: 6, owed: 6 }])

  for (const kind of ['users', 'referrals'] as const)
    expect(await importer.run(kind, await csvOf(alias, kind))).toMatchObject({ rejected: 0 })
  const balances = await csvOf(alias, 'balances')
  expect(balances).toContain('\nsharing,USD,-600,,PAYMENT_SHARE,')
  expect(await importer.run('balances', balances)).toMatchObject({ created: 1, rejected: 0 })
  expect(await importer.run('balances', balances)).toMatchObject({ created: 0, unchanged: 1, rejected: 0 })
  expect(await csvOf(live.alias, 'balances')).toContain('\nsharing,USD,-600,,PAYMENT_SHARE,')
  service.clock.now += 1000
  await pay(live, 'p3')
  expect(await sharedOf(live)).toEqual([{ currency: 'USD', amount: 6, owed: 0 }])
  const { body } = await service.call('GET', '/account/sharing/reward')
  expect(body.credits).toEqual([{ unit: 'USD', available: 0 }])
})
