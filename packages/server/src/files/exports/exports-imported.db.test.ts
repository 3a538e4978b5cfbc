import type { ExportKind } from '@goodword/domain/files/export'
import type { TenantId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { contentOf, exportNow } from '../../testing/exported-files.ts'
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
