import { expect, test } from 'vitest'
import { makeSecretKey } from '../engine/secrets/secret-key.ts'
import { secretKeyMark } from '../engine/secrets/secret-key-mark.ts'
import { SecretKeys } from '../engine/secrets/secret-keys.ts'
import { insertSecretKeyMark } from '../frame/rows/secret-key-rows.ts'
import { waitingForLocks } from '../testing/database/waiting-for-locks.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { requireSecretKey } from './require-secret-key.ts'

const { owner, service } = await createTestDatabase()

test('a rotation that makes a key in a file and names it in the database while the keys are read ends no process', async () => {
  const [present, next] = [makeSecretKey(), makeSecretKey()]
  await insertSecretKeyMark(owner, secretKeyMark(present), 1)
  const keys = new SecretKeys([present])
  let files = [present]
  let reading = Promise.resolve()
  await owner.connected(async (session) => {
    const send = (text: string, values: readonly unknown[] = []) => session.send({ name: '', text }, values)
    await send('begin')
    await send('lock table app.secret_key in access exclusive mode')
    reading = requireSecretKey(service, keys, () => files)
    await expect.poll(() => waitingForLocks(owner)).toBe(1)
    files = [present, next]
    await send('update app.secret_key set mark = $1', [secretKeyMark(next)])
    await send('commit')
  })
  await reading
  expect(keys.current).toBe(next)
})
