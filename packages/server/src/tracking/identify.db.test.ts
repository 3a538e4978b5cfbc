import type { Command } from '@goodword/domain/referrals/command'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant, type TestTenant } from '../testing/test-tenant.ts'
import { identifyFromBrowser } from './identify.ts'
import { newcomer } from './newcomer.ts'

const db = await createTestDatabase()

type Fields = { readonly email?: string; readonly firstName?: string }

async function open(
  tenant: TestTenant,
  account: string,
  fields: Fields,
  ...more: readonly Command[]
): Promise<ReferralCode> {
  const userId = 'u' as UserId
  const commands: Command[] = [
    { kind: 'identify', userId, newcomer: newcomer(tenant.ctx), ...fields },
    ...more,
  ]
  const identified = await identifyFromBrowser(tenant.ctx, tenant.id, {
    userId,
    isSigned: false,
    call: { accountId: account as AccountId, source: 'browser', commands },
  })
  return identified.code
}

/** Changes with every row that is written, even with the same values. */
async function versionsOf(tenant: TestTenant): Promise<unknown[]> {
  const tables = ['account', 'account_user', 'referral_code', 'referral', 'reward', 'entry', 'event']
  const text = tables
    .map((it) => `select '${it}', id::text, xmin::text from ${it} where tenant_id = $1`)
    .join(' union all ')
  return db.owner.query(
    {
      name: '',
      text: `${text.replace('id::text, xmin::text from referral_code', 'code, xmin::text from referral_code')} order by 1, 2`,
    },
    [tenant.id],
  )
}

test('a page that is loaded again, however often and changed in nothing, writes nothing', async () => {
  const tenant = await makeTestTenant(db, 'again')
  const code = await tenant.referrer('ada')
  const load = () =>
    open(
      tenant,
      'bob',
      { email: 'bob@example.com' },
      { kind: 'attribute', evidence: 'explicit', code, userId: 'u' as UserId },
      { kind: 'report', status: 'PAID' },
    )
  const first = await load()
  const versions = await versionsOf(tenant)
  expect(new Set(await Promise.all(Array.from({ length: 30 }, load)))).toEqual(new Set([first]))
  expect(await versionsOf(tenant)).toEqual(versions)
})

test('a person who is opened in many windows at once gets one code', async () => {
  const tenant = await makeTestTenant(db, 'windows')
  const codes = await Promise.all(Array.from({ length: 30 }, () => open(tenant, 'bob', {})))
  expect(new Set(codes).size).toBe(1)
  const people = await db.owner.query({ name: '', text: 'select from account_user where tenant_id = $1' }, [
    tenant.id,
  ])
  expect(people).toHaveLength(1)
})

test('a browser fills what is empty, overwrites nothing and is never refused', async () => {
  const tenant = await makeTestTenant(db, 'fills')
  const own = await open(tenant, 'bob', { email: 'bob@example.com' })
  await open(tenant, 'bob', { email: 'mallory@example.com', firstName: 'Bob' })
  for (const code of ['NOSUCH' as ReferralCode, own]) {
    expect(await open(tenant, 'bob', {}, { kind: 'attribute', evidence: 'explicit', code })).toBe(own)
  }
  const text = 'select email, first_name from account_user where tenant_id = $1'
  expect(await db.owner.query({ name: '', text }, [tenant.id])).toEqual([
    { email: 'bob@example.com', first_name: 'Bob' },
  ])
})
