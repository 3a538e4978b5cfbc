import type { TenantId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { systemClock } from '../../engine/foundation/clock.ts'
import { readProgram } from '../../frame/program/read-program.ts'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { replaceProgram } from '../programs/replace-program.ts'
import { createTenant } from '../tenants/create-tenant.ts'
import { DEMO_LANDING_PAGE } from './ensure-demo.ts'
import { giveDemoRewards, leadDemoTo } from './lead-demo-to.ts'

const { owner, service } = await createTestDatabase()
const ctx = testContext(service, systemClock)
const SHOP = 'http://127.0.0.1:4100'
const picture = {
  imageUrl: `${SHOP}/share-card.png`,
  imageWidth: 1200,
  imageHeight: 630,
  imageAlt: 'Larkfield Coffee',
}

test.each([
  ['the page that a new demo has', DEMO_LANDING_PAGE],
  ['no page', null],
  ['the shop of another start', 'http://127.0.0.1:4200/'],
])('%s gives way to the shop, and nothing else changes', async (_name, landingPage) => {
  const tenantId = await tenantWith(landingPage)
  const before = await readProgram(ctx, tenantId)
  await leadDemoTo(ctx, tenantId, SHOP)
  expect(await readProgram(ctx, tenantId)).toEqual({
    ...before,
    version: 2,
    landingPage: `${SHOP}/`,
    preview: { en: picture },
  })
  await leadDemoTo(ctx, tenantId, SHOP)
  expect(await readProgram(ctx, tenantId)).toMatchObject({ version: 2 })
})

test('a page that was set before stays', async () => {
  const landingPage = 'https://www.pottery.example/welcome'
  const tenantId = await tenantWith(landingPage)
  await leadDemoTo(ctx, tenantId, SHOP)
  expect(await readProgram(ctx, tenantId)).toMatchObject({ version: 1, landingPage, preview: {} })
})

test('a picture that was set before stays, and that of another start gives way', async () => {
  const tenantId = await tenantWith(null)
  await leadDemoTo(ctx, tenantId, 'http://127.0.0.1:4200')
  await leadDemoTo(ctx, tenantId, SHOP)
  const { version, ...settings } = await readProgram(ctx, tenantId)
  expect(settings.preview).toEqual({ en: picture })
  const own = { en: { imageUrl: 'https://www.pottery.example/cup.png', title: 'Cups' } }
  await replaceProgram(ctx, tenantId, { ...settings, preview: own }, version)
  await leadDemoTo(ctx, tenantId, 'http://127.0.0.1:4300')
  expect(await readProgram(ctx, tenantId)).toMatchObject({
    landingPage: 'http://127.0.0.1:4300/',
    preview: own,
  })
})

test('referrers of a demo get the rewards that a start names, once, and other settings stay', async () => {
  const tenantId = await tenantWith(null)
  const before = await readProgram(ctx, tenantId)
  const rewarded = async () => (await readProgram(ctx, tenantId)).referrerReward
  expect(await giveDemoRewards(ctx, tenantId, null)).toBe('percentage')
  expect(await giveDemoRewards(ctx, tenantId, 'share')).toBe('share')
  expect(await rewarded()).toEqual({ type: 'PAYMENT_SHARE', sharePercent: 20, monthsShareIsValid: 12 })
  await giveDemoRewards(ctx, tenantId, 'share')
  await giveDemoRewards(ctx, tenantId, 'queue')
  expect(await rewarded()).toMatchObject({ discountPercent: 100, stacking: 'QUEUE' })
  expect(await giveDemoRewards(ctx, tenantId, null)).toBe('queue')
  await giveDemoRewards(ctx, tenantId, 'percentage')
  expect(await readProgram(ctx, tenantId)).toEqual({ ...before, version: 4 })
  await replaceProgram(ctx, tenantId, { ...before, referrerReward: null }, 4)
  expect(await giveDemoRewards(ctx, tenantId, null)).toBeNull()
})

let tenants = 0
async function tenantWith(landingPage: string | null): Promise<TenantId> {
  tenants += 1
  const { live } = await createTenant(testContext(owner, systemClock), {
    alias: `demo_${tenants}`,
    ...(landingPage === null ? {} : { landingPage }),
  })
  return live.alias
}
