import { afterEach, expect, test, vi } from 'vitest'
import { Flight } from '../../store/flight.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant, type TestTenant } from '../../testing/test-tenant.ts'

const db = await createTestDatabase()
const departures = vi.spyOn(Flight.prototype, 'submit')

afterEach(() => departures.mockClear())

async function flightsOf(call: () => Promise<unknown>): Promise<number> {
  departures.mockClear()
  await call()
  return departures.mock.calls.length
}

async function story(tenant: TestTenant) {
  const code = await tenant.referrer('ada')
  const attribute = { kind: 'attribute', evidence: 'explicit', code } as const
  return {
    comes: () => tenant.tell('friend', 'server', tenant.identify('f'), attribute),
    pays: () => tenant.tell('friend', 'server', { kind: 'report', status: 'PAID' }),
  }
}

test('a call is read in one flight, and written in another that commits', async () => {
  const friend = await story(await makeTestTenant(db, 'two_flights'))
  expect(await flightsOf(friend.comes)).toBe(2)
  expect(await flightsOf(friend.pays)).toBe(2)
  expect(await flightsOf(friend.pays)).toBe(2)
})

test('a program that limits a referrer’s rewards reads once more, what belongs to the referrer', async () => {
  const friend = await story(await makeTestTenant(db, 'limited', { maxReferrerRewards: 3 }))
  expect(await flightsOf(friend.comes)).toBe(3)
  expect(await flightsOf(friend.pays)).toBe(3)
})
