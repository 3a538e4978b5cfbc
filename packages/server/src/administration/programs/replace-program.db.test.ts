import { programDefaults } from '@goodword/contract/program/program'
import { expect, test } from 'vitest'
import { systemClock } from '../../engine/foundation/clock.ts'
import { allowedOrigins } from '../../frame/program/admission-settings.ts'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createTenant } from '../tenants/create-tenant.ts'
import { replaceProgram } from './replace-program.ts'

const { owner, service } = await createTestDatabase()
const { live } = await createTenant(testContext(owner, systemClock), {
  alias: 'acme',
  landingPage: 'https://example.com/',
})
const ctx = testContext(service, systemClock)

test('a program is replaced as a whole: what is left out takes its default', async () => {
  const reward = { type: 'CREDIT', unit: 'EUR', credit: 500 } as const
  const replaced = await replaceProgram(
    ctx,
    live.alias,
    { referrerReward: reward, referredReward: null, maxReferrerRewards: 3 },
    1,
  )
  expect(replaced).toEqual({
    ...programDefaults,
    version: 2,
    referrerReward: reward,
    referredReward: null,
    maxReferrerRewards: 3,
  })
})

test('each fraud rule has one mode, and a rule that is left out keeps the one it starts with', async () => {
  const modes = [
    { rule: 'SAME_EMAIL', mode: 'off' },
    { rule: 'SAME_EMAIL', mode: 'shadow' },
  ] as const
  const replaced = await replaceProgram(ctx, live.alias, { fraudRules: [...modes] }, null)
  const kept = programDefaults.fraudRules.filter(({ rule }) => rule !== 'SAME_EMAIL')
  expect(new Set(replaced?.fraudRules)).toEqual(new Set([...kept, { rule: 'SAME_EMAIL', mode: 'shadow' }]))
})

test('a stale version changes nothing', async () => {
  expect(await replaceProgram(ctx, live.alias, { name: 'Stale' }, 1)).toBeNull()
  expect((await replaceProgram(ctx, live.alias, { name: 'Fresh' }, null))?.version).toBe(4)
})

test('nothing but the fields of a program is stored', async () => {
  const replaced = await replaceProgram(ctx, live.alias, { ...{ extra: 1 }, name: 'Plain' }, null)
  expect(replaced).not.toHaveProperty('extra')
})

test('allowed origins are known within seconds', async () => {
  let now = 0
  const reader = testContext(service, { now: () => now })
  expect(await allowedOrigins(reader, live.alias)).toEqual([])
  const origins = ['https://www.example.com']
  await replaceProgram(ctx, live.alias, { allowedOrigins: origins }, null)
  now += 4999
  expect(await allowedOrigins(reader, live.alias)).toEqual(origins)
})
