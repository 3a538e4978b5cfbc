import { expect, test } from 'vitest'
import { rollSigningKey } from '../../administration/keys/roll-signing-key.ts'
import { signUser } from '../../testing/sign.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, operator, clock } = service
const HOUR_MS = 3_600_000

const ids = { account_id: 'bob', user_id: 'bob_user' }
const identify = (body: unknown) => service.call('POST', '/open/identify', { body })

async function statusUnder(signingKey: string): Promise<number> {
  const jwt = signUser(signingKey, { accountId: 'bob', id: 'bob_user' }, clock.now)
  return (await identify({ ...ids, jwt })).status
}

test('during a rotation, both keys sign, and after it the new one alone', async () => {
  expect(await statusUnder(live.signingKey)).toBe(200)
  const { signingKey } = await rollSigningKey(operator, live.alias, HOUR_MS)
  clock.now += 4999
  expect(await statusUnder(live.signingKey)).toBe(200)
  expect(await statusUnder(signingKey)).toBe(200)
  clock.now += HOUR_MS
  expect(await statusUnder(live.signingKey)).toBe(401)
  expect(await statusUnder(signingKey)).toBe(200)
})

test('signed calls are 401 where no key is live, and unsigned ones go on', async () => {
  const { signingKey } = await rollSigningKey(operator, live.alias, 0)
  await service.owner.query({ name: '', text: 'update app.signing_key set revoked_at = $1' }, [
    new Date(clock.now).toISOString(),
  ])
  clock.now += 5000
  expect(await statusUnder(signingKey)).toBe(401)
  expect((await identify(ids)).status).toBe(200)
})
