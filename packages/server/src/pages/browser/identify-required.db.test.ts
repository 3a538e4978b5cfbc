import { expect, test } from 'vitest'
import { signUser } from '../../testing/sign.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live } = service
const code = await service.addUser('alice')
await service.addUser('known', { referral_code: code })
await service.setProgram({ requireSignedIdentification: true })

const identify = (body: unknown, options = {}) => service.call('POST', '/open/identify', { body, ...options })
const accountOf = async (id: string) => (await service.call('GET', `/account/${id}`)).body
const tokenOf = (id: string, fields = {}) =>
  signUser(live.signingKey, { accountId: id, id: `${id}_user`, ...fields }, service.clock.now)

test('an unsigned call is 401 and stores nothing, also one that says only what is known', async () => {
  const before = await service.rows()
  for (const body of [
    { account_id: 'fresh', user_id: 'fresh_user' },
    { account_id: 'known', user_id: 'known_user', referral_code: code },
    { account_id: 'known', user_id: 'known_user', account_status: 'PAID' },
  ]) {
    for (const key of [null, live.apiKey]) {
      const answer = await identify(body, { key })
      expect(answer.body).toMatchObject({ statusCode: 401, apiErrorCode: 'SIGNATURE_REQUIRED' })
    }
  }
  expect(await service.rows()).toEqual(before)
})

test('an unsigned PAID does not convert, and a signed one does', async () => {
  const body = { account_id: 'known', user_id: 'known_user', account_status: 'PAID' }
  expect((await identify({ ...body, jwt: tokenOf('known') })).status).toBe(200)
  expect(await accountOf('known')).toMatchObject({ referral: { status: 'IN_PROGRESS' } })
  await identify({ ...body, jwt: tokenOf('known', { accountStatus: 'PAID' }) })
  expect(await accountOf('known')).toMatchObject({ referral: { status: 'CONVERTED' } })
})

test('a signed PAID converts, together with the code that comes with it', async () => {
  const jwt = tokenOf('both', { accountStatus: 'PAID', referralCode: code })
  await identify({ account_id: 'both', user_id: 'both_user', jwt })
  expect(await accountOf('both')).toMatchObject({ referral: { status: 'CONVERTED' } })
})

test('the merchant’s server needs no signature', async () => {
  expect((await service.call('POST', '/accountsync', { body: { id: 'server' } })).status).toBe(200)
})

test('a program that no longer asks for signatures takes unsigned calls at once', async () => {
  await service.setProgram({})
  expect((await identify({ account_id: 'later', user_id: 'later_user' })).status).toBe(200)
})
