import { programDefaults } from '@goodword/contract/program'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createIdGenerator } from '../../platform/id-generator.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { makeSecretKey } from '../../platform/secret-key.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createTenant } from '../tenants/create-tenant.ts'
import { createAllowedOrigins } from './allowed-origins.ts'
import { replaceProgram } from './replace-program.ts'

const { owner, service } = await createTestDatabase()
const secretBox = createSecretBox(makeSecretKey())
const { live } = await createTenant(
  { db: owner, clock: systemClock, keys: createIdGenerator(), secretBox },
  { alias: 'acme', landingPage: 'https://example.com/' },
)
const dependencies = { db: service, clock: systemClock }

test('a program is replaced as a whole: what is left out takes its default', async () => {
  const reward = { type: 'CREDIT', unit: 'EUR', credit: 500 } as const
  const replaced = await replaceProgram(
    dependencies,
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
  const replaced = await replaceProgram(dependencies, live.alias, { fraudRules: [...modes] }, null)
  expect(replaced?.fraudRules).toEqual([
    { rule: 'SAME_PROCESSOR_CUSTOMER', mode: 'active' },
    { rule: 'SAME_EMAIL', mode: 'shadow' },
    { rule: 'SAME_USER_ID', mode: 'shadow' },
  ])
})

test('a stale version changes nothing', async () => {
  expect(await replaceProgram(dependencies, live.alias, { name: 'Stale' }, 1)).toBeNull()
  expect((await replaceProgram(dependencies, live.alias, { name: 'Fresh' }, null))?.version).toBe(4)
})

test('nothing but the fields of a program is stored', async () => {
  const replaced = await replaceProgram(dependencies, live.alias, { ...{ extra: 1 }, name: 'Plain' }, null)
  expect(replaced).not.toHaveProperty('extra')
})

test('allowed origins are known within seconds', async () => {
  let now = 0
  const allowedOrigins = createAllowedOrigins(service, { now: () => now })
  expect(await allowedOrigins(live.alias)).toEqual([])
  const origins = ['https://www.example.com']
  await replaceProgram(dependencies, live.alias, { allowedOrigins: origins }, null)
  now += 4999
  expect(await allowedOrigins(live.alias)).toEqual(origins)
})
