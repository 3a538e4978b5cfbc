import { afterEach, expect, test, vi } from 'vitest'
import { Pipeline } from '../../store/driver/pipeline.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant, type TestTenant } from '../../testing/test-tenant.ts'

const db = await createTestDatabase()
const departures = vi.spyOn(Pipeline.prototype, 'submit')

afterEach(() => departures.mockClear())

async function roundTripsOf(call: () => Promise<unknown>): Promise<number> {
  departures.mockClear()
  await call()
  return departures.mock.calls.length
}

async function story(tenant: TestTenant) {
  const code = await tenant.referrer('ada')
  const attribute = { kind: 'attribute', evidence: 'explicit', code } as const
  return {
    attributes: () => tenant.track('friend', 'server', tenant.identify('f'), attribute),
    pays: () => tenant.track('friend', 'server', { kind: 'report', status: 'PAID' }),
  }
}

test('a call of a new account takes two round trips, one of a known account three', async () => {
  const friend = await story(await makeTestTenant(db, 'round_trips'))
  expect(await roundTripsOf(friend.attributes)).toBe(2)
  expect(await roundTripsOf(friend.pays)).toBe(3)
  expect(await roundTripsOf(friend.pays)).toBe(3)
})

test('a program that limits a referrer’s rewards reads what belongs to the referrer as well', async () => {
  const friend = await story(await makeTestTenant(db, 'limited', { maxReferrerRewards: 3 }))
  expect(await roundTripsOf(friend.attributes)).toBe(3)
  expect(await roundTripsOf(friend.pays)).toBe(3)
})
