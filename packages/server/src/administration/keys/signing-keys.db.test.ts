import { expect, test } from 'vitest'
import { merchantAt } from '../../testing/merchant.ts'
import { signUser } from '../../testing/sign.ts'
import { startTestService } from '../../testing/test-service.ts'
import { createTenant } from '../tenants/create-tenant.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
/** Longer than signing keys are remembered. */
const CACHED_MS = 5000
const service = await startTestService()

/** A tenant whose browser calls must be signed. */
async function givenTenant(alias: string) {
  const { live } = await createTenant(service.operator, { alias, landingPage: 'https://shop.example.com/' })
  await service.setProgram({ requireSignedIdentification: true }, live.alias)
  const merchant = merchantAt(service.call, live)
  const roll = (overlapHours: number) => merchant.requestOk('POST', '/signing-keys/roll', { overlapHours })
  const statusWith = async (signingKey: unknown): Promise<number> => {
    const jwt = signUser(String(signingKey), { accountId: 'ada', id: 'ada' }, service.clock.now)
    const body = { account_id: 'ada', user_id: 'ada', jwt }
    return (await service.call('POST', '/open/identify', { alias, key: null, body })).status
  }
  return { live, roll, statusWith, ...merchant }
}

test('a rolled signing key goes on for the overlap, and the list shows no key', async () => {
  const { live, roll, statusWith, requestOk } = await givenTenant('signing')
  const { signingKey, ...second } = await roll(1)
  expect(second).toMatchObject({
    dateExpires: null,
    rolled: { dateExpires: service.clock.now + HOUR, dateRevoked: null },
  })
  service.clock.now += CACHED_MS
  expect([await statusWith(live.signingKey), await statusWith(signingKey)]).toEqual([200, 200])
  service.clock.now += HOUR
  expect([await statusWith(live.signingKey), await statusWith(signingKey)]).toEqual([401, 200])
  const list = await requestOk('GET', '/signing-keys?limit=1')
  expect(list).toMatchObject({ count: 1, totalCount: 2, signingKeys: [{ id: second.id }] })
  expect(JSON.stringify(list)).not.toContain('gw_')
})

test('a repeat within five minutes returns the same key, a later one rolls again', async () => {
  const { live, roll, statusWith, requestOk } = await givenTenant('repeating')
  const [first, ...repeats] = await Promise.all([roll(24), roll(24), roll(24)])
  expect(repeats).toEqual([first, first])
  // A retry that wants the previous key to end at once ends it.
  service.clock.now += 4 * MINUTE
  expect(await roll(0)).toMatchObject({ id: first?.id, signingKey: first?.signingKey })
  service.clock.now += CACHED_MS
  expect([await statusWith(live.signingKey), await statusWith(first?.signingKey)]).toEqual([401, 200])
  service.clock.now += MINUTE
  const later = await roll(24)
  expect(later).toMatchObject({
    id: expect.not.stringContaining(String(first?.id)),
    rolled: { id: first?.id },
  })
  expect(await requestOk('GET', '/signing-keys')).toMatchObject({ totalCount: 3 })
})

test('keys of another tenant are neither listed nor ended', async () => {
  const { live, statusWith } = await givenTenant('untouched')
  const other = await givenTenant('rolling')
  await other.roll(0)
  service.clock.now += CACHED_MS
  expect(await statusWith(live.signingKey)).toBe(200)
})
