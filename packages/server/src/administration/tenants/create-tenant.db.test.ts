import { programDefaults } from '@goodword/contract/program/program'
import { scopes } from '@goodword/domain/staff/scope'
import type { KeyId, TenantId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { systemClock } from '../../engine/foundation/clock.ts'
import { createSecretBox } from '../../engine/secrets/secret-box.ts'
import { makeSecretKey } from '../../engine/secrets/secret-key.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { findKeyHolder } from '../../frame/tenants/find-caller.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createTenant } from './create-tenant.ts'

const { owner, service } = await createTestDatabase()
const secretBox = createSecretBox(makeSecretKey())
const operator = testContext(owner, systemClock, { secretBox })
const ctx = testContext(service, systemClock)

function countOf(table: string): Promise<number> {
  const text = `select count(*) from ${table}`
  return owner.query<{ count: number }>({ name: '', text }, []).then(([row]) => row?.count ?? -1)
}

test('a new tenant has both modes, and keys that open one mode each', async () => {
  const created = await createTenant(operator, { alias: 'acme' })
  expect(created).toEqual({
    merchant: 'acme',
    live: {
      alias: 'acme',
      apiKey: expect.stringMatching(/^gw_live_/),
      signingKey: expect.stringMatching(/^gw_sign_/),
    },
    test: {
      alias: 'test_acme',
      apiKey: expect.stringMatching(/^gw_test_/),
      signingKey: expect.stringMatching(/^gw_sign_/),
    },
  })

  for (const [mode, { alias, apiKey }] of [
    ['live', created.live] as const,
    ['test', created.test] as const,
  ]) {
    expect(await findKeyHolder(ctx, apiKey)).toEqual({
      tenantId: alias,
      mode,
      keyId: expect.any(String),
      scopes,
      name: null,
      lastFour: apiKey.slice(-4),
      merchantId: expect.any(String),
      expiresAt: null,
    })
  }
})

test('a new tenant has a program that works, with the landing page in both modes', async () => {
  const landingPage = 'https://example.com/welcome'
  const created = await createTenant(operator, { alias: 'with_page', merchant: 'Acme Inc.', landingPage })
  expect(created.merchant).toBe('Acme Inc.')
  for (const { alias } of [created.live, created.test]) {
    expect(await ctx.readTenant(alias, loadProgram)).toEqual({
      version: 1,
      is_processor_connected: false,
      has_erasures: false,
      has_former_codes: false,
      had_milestones: false,
      usual_facts: null,
      usual_facts_at: null,
      settings: { ...programDefaults, publicName: 'Acme Inc.', landingPage },
    })
  }
})

test('signing keys are kept encrypted', async () => {
  const { live } = await createTenant(operator, { alias: 'signing' })
  const [row] = await owner.query<{ id: KeyId; secret_box: Buffer }>(
    { name: '', text: 'select id, secret_box from signing_key where tenant_id = $1' },
    ['signing'],
  )
  if (row === undefined) throw new Error('no signing key was kept')
  const context = { tenantId: 'signing' as TenantId, purpose: 'signing-key', recordId: row.id } as const
  expect(secretBox.open(row.secret_box, context)).toBe(live.signingKey)
  expect(row.secret_box.includes(live.signingKey)).toBe(false)
})

test('a taken alias is refused, and nothing is left of the attempt', async () => {
  await createTenant(operator, { alias: 'taken' })
  const before = await Promise.all(['merchant', 'tenant', 'api_key', 'signing_key', 'program'].map(countOf))
  await expect(createTenant(operator, { alias: 'taken' })).rejects.toThrow(
    new OperatorError('The alias "taken" is taken. Choose another one.'),
  )
  expect(await Promise.all(['merchant', 'tenant', 'api_key', 'signing_key', 'program'].map(countOf))).toEqual(
    before,
  )
})

test('one of two who want an alias at the same time gets it', async () => {
  const attempts = [1, 2].map(() => createTenant(operator, { alias: 'raced' }))
  const results = await Promise.allSettled(attempts)
  expect(results.map((it) => it.status).sort()).toEqual(['fulfilled', 'rejected'])
  const failed = results.find((it) => it.status === 'rejected')
  expect(failed?.reason).toBeInstanceOf(OperatorError)
})

test.each(['ab', 'Acme', 'a-b-c', 'test_acme', '', 'a'.repeat(60), 'acme\n'])(
  'the alias %j is refused',
  async (alias) => {
    await expect(createTenant(operator, { alias })).rejects.toThrow(OperatorError)
  },
)

test.each([
  { merchant: '' },
  { merchant: 'a\u0000b' },
  { merchant: 'm'.repeat(257) },
  { landingPage: 'javascript:alert(1)' },
  { landingPage: 'example.com' },
])('%j is refused', async (wrong) => {
  await expect(createTenant(operator, { alias: 'refused', ...wrong })).rejects.toThrow(OperatorError)
})
