import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTenant } from '../../operations/tenants/create-tenant.ts'
import { addSigningKey } from '../../operations/tenants/tenant-keys.ts'
import { inDirectory } from '../../store/directory-tx.ts'
import { signToken } from '../../testing/sign.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, other } = service
const code = await service.introduce('alice')

const identify = (body: unknown, options = {}) => service.call('POST', '/open/identify', { body, ...options })
const accountOf = async (id: string) => (await service.call('GET', `/account/${id}`)).body
const userOf = async (id: string) => (await service.call('GET', `/account/${id}/user/${id}_user`)).body
const checksumOf = (text: string, key = live.signingKey) =>
  createHmac('sha256', key).update(text).digest('base64')

async function expectInvalid(body: unknown): Promise<void> {
  const before = await service.rows()
  expect((await identify(body)).body).toMatchObject({ statusCode: 401, apiErrorCode: 'SIGNATURE_INVALID' })
  expect(await service.rows()).toEqual(before)
}

const whole = {
  user_id: 'bob_user',
  account_id: 'bob',
  payment_provider_id: 'cus_bob',
  email: 'bob@example.com',
  first_name: 'Bob',
  last_name: null,
  referral_code: code,
  account_status: 'PAID',
}
const text = `bobPAIDbob@example.comBobcus_bob${code}bob_user`

test('a checksum vouches for every field of the body', async () => {
  await service.introduce('bob', { email: 'first@example.com', first_name: 'First' })
  const loose = { locale: 'de-AT', cookie_referral_code: 'UNSIGNED' }
  const { status, body } = await identify({ ...whole, ...loose, checksum: checksumOf(text) })
  expect([status, body.attributed, body.reason]).toEqual([200, true, 'EXPLICIT_CODE'])
  expect(await userOf('bob')).toMatchObject({ email: 'bob@example.com', firstName: 'Bob' })
  expect(await accountOf('bob')).toMatchObject({
    paymentProviderId: 'cus_bob',
    referral: { code, status: 'CONVERTED' },
  })
})

test('a repeat writes nothing', async () => {
  const before = await service.rows()
  const { body } = await identify({ ...whole, checksum: checksumOf(text) })
  expect(body).toMatchObject({ attributed: true, reason: 'EXPLICIT_CODE' })
  expect(await service.rows()).toEqual(before)
})

test('one that does not fit is 401 and stores nothing', async () => {
  await expectInvalid({ ...whole, checksum: checksumOf(text, other.signingKey) })
  await expectInvalid({ ...whole, checksum: checksumOf(text, live.apiKey) })
  await expectInvalid({ ...whole, checksum: '' })
  await expectInvalid({ ...whole, email: 'eve@example.com', checksum: checksumOf(text) })
  await expectInvalid({ ...whole, extra: 'field', checksum: checksumOf(text) })
  await expectInvalid({ ...whole, extra: {}, checksum: checksumOf(text) })
})

test('beside a token both vouch', async () => {
  const jwt = signToken(live.signingKey, { user: { accountId: 'both', id: 'both_user', firstName: 'Bo' } })
  const body = { account_id: 'both', user_id: 'both_user', email: 'both@example.com', jwt }
  await service.introduce('both', { email: 'old@example.com', first_name: 'Old' })
  const checksum = checksumOf('bothboth@example.comboth_user')
  expect((await identify({ ...body, checksum })).status).toBe(200)
  expect(await userOf('both')).toMatchObject({ email: 'both@example.com', firstName: 'Bo' })
})

test('what clients in the field sign is taken under the key that they sign with', async () => {
  const { test: tenant } = await createTenant(service.operator, { alias: 'aaaexampleaaa' })
  await inDirectory(service.owner, (tx) =>
    addSigningKey(tx, service.operator, tenant.alias, 'TEST_HGO8125ANDFH152HSAS15'),
  )
  const body = {
    account_id: 'a5678',
    user_id: 'u1234',
    tenant_alias: 'test_aaaexampleaaa',
    email: 'joe.tester@example.com',
    first_name: 'Joe',
    last_name: 'Tester',
    locale: 'en_US',
    checksum: 'TFs5pf1zQUgaerOVvLSIiCfrty/GXHdXU5AK5rCmbYU=',
  }
  const answer = await identify(body, { alias: tenant.alias })
  expect(answer.body).toMatchObject({ accountId: 'a5678', userId: 'u1234', attributed: false, reason: null })
})
