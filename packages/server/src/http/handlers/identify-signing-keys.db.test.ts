import { expect, test } from 'vitest'
import { rollSigningKey } from '../../operations/tenants/roll-signing-key.ts'
import { signToken, signValues } from '../../testing/sign.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, operator, clock } = service
const HOUR_MS = 3_600_000

const ids = { account_id: 'bob', user_id: 'bob_user' }
const identify = (body: unknown) => service.call('POST', '/open/identify', { body })

/** What a token and a checksum of the key are answered. */
async function statusesUnder(signingKey: string): Promise<readonly number[]> {
  const jwt = signToken(signingKey, { user: { accountId: 'bob', id: 'bob_user' } })
  const checksum = signValues(signingKey, 'bob', 'bob_user')
  return [(await identify({ ...ids, jwt })).status, (await identify({ ...ids, checksum })).status]
}

test('during a rotation both keys sign, and after it the new one alone', async () => {
  expect(await statusesUnder(live.signingKey)).toEqual([200, 200])
  const { signingKey } = await rollSigningKey(operator, live.alias, HOUR_MS)
  clock.now += 4999
  expect(await statusesUnder(live.signingKey)).toEqual([200, 200])
  expect(await statusesUnder(signingKey)).toEqual([200, 200])
  clock.now += HOUR_MS
  expect(await statusesUnder(live.signingKey)).toEqual([401, 401])
  expect(await statusesUnder(signingKey)).toEqual([200, 200])
})

test('where no key is live, signed calls are 401 and unsigned ones go on', async () => {
  const { signingKey } = await rollSigningKey(operator, live.alias, 0)
  await service.owner.query({ name: '', text: 'update app.signing_key set revoked_at = $1' }, [
    new Date(clock.now).toISOString(),
  ])
  clock.now += 5000
  expect(await statusesUnder(signingKey)).toEqual([401, 401])
  expect((await identify(ids)).status).toBe(200)
})
