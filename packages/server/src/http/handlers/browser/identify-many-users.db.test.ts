import { expect, test } from 'vitest'
import { merchantAt } from '../../../testing/merchant.ts'
import { signUser } from '../../../testing/sign.ts'
import { startTestService } from '../../../testing/test-service.ts'

const service = await startTestService()
const { live, clock } = service
const merchant = merchantAt(service.call, live)
const identify = (user: string, fields: object = {}, path = '/open/identify') =>
  service.call('POST', path, { body: { account_id: 'crowded', user_id: user, ...fields } })

test('unsigned calls make 100 users of an account, also at once, and the next is 409 and stores nothing', async () => {
  const users = Array.from({ length: 120 }, (_, index) => `user_${index}`)
  const statuses = (await Promise.all(users.map((it) => identify(it)))).map(({ status }) => status)
  expect(statuses.filter((it) => it === 200)).toHaveLength(100)
  expect(statuses.filter((it) => it === 409)).toHaveLength(20)
  const before = await service.rows()
  for (const path of ['/open/identify', '/open/widget']) {
    const { body } = await identify('one_more', { account_status: 'PAID' }, path)
    expect(body).toMatchObject({ statusCode: 409, apiErrorCode: 'TOO_MANY_USERS', param: 'user_id' })
  }
  expect(await service.rows()).toEqual(before)
  expect((await identify('user_0', { email: 'known@example.com' })).status).toBe(200)
})

test('the server and signed calls add more', async () => {
  await merchant.requestOk('POST', '/user', { accountId: 'crowded', id: 'from_server' })
  const jwt = signUser(live.signingKey, { accountId: 'crowded', id: 'signed' }, clock.now)
  expect((await identify('signed', { jwt })).status).toBe(200)
})
