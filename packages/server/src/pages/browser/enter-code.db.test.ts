import { describe, expect, test } from 'vitest'
import { signUser } from '../../testing/sign.ts'
import { startTestService, unknownCode } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, test: testMode, other } = service
const code = await service.addUser('rita', { first_name: 'Rita', last_name: 'Ray' })
await service.call('POST', '/user', { body: { accountId: 'rita', id: 'rita_user' } })
let friends = 0

/** A friend who signed up without a code. */
async function newFriend(): Promise<string> {
  friends += 1
  const id = `friend_${friends}`
  await service.addUser(id)
  return id
}

const identityOf = (id: string) => ({
  account_id: id,
  user_id: `${id}_user`,
  jwt: signUser(live.signingKey, { accountId: id, id: `${id}_user` }, service.clock.now),
})
const enter = (id: string, text: string, fields = {}, options = {}) =>
  service.call('POST', '/open/friend-code', {
    body: { ...identityOf(id), referral_code: text, ...fields },
    ...options,
  })
const canEnter = async (id: string, fields = {}) => {
  const { body } = await service.call('POST', '/open/widget', { body: { ...identityOf(id), ...fields } })
  return body.canEnterCode
}
const pay = (id: string) =>
  service.call('POST', '/accountsync', { body: { id, subscription: { status: 'PAID' } } })

describe('POST open/friend-code', () => {
  test('a code that is entered after sign-up refers the account, and says in words what it gives', async () => {
    await service.setProgram({ showReferrerName: true })
    const id = await newFriend()
    expect(await canEnter(id)).toBe(true)
    const { status, body } = await enter(id, ` ${code.toLowerCase()} `, { locale: 'de' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ code, texts: { title: expect.stringMatching(/^Rita schenkt Ihnen/) } })
    const account = await service.call('GET', `/account/${id}`)
    expect(account.body.referral).toMatchObject({ code, status: 'IN_PROGRESS' })
    expect(await canEnter(id)).toBe(false)
  })

  test('the same code again returns the same, and another one is refused', async () => {
    const id = await newFriend()
    const first = await enter(id, code)
    expect(await enter(id, code)).toMatchObject({ status: 200, body: first.body })
    const second = await enter(id, await service.addUser('otto'))
    expect(second).toMatchObject({ status: 409, body: { apiErrorCode: 'ALREADY_REFERRED' } })
  })

  test('a code is refused from the first payment on', async () => {
    const id = await newFriend()
    await pay(id)
    expect(await canEnter(id)).toBe(false)
    expect(await enter(id, code)).toMatchObject({ status: 409, body: { apiErrorCode: 'EXISTING_CUSTOMER' } })
  })

  test('the own code of an account is refused', async () => {
    const id = await newFriend()
    const own = await service.addUser(id, { user_id: 'colleague' })
    expect(await enter(id, own)).toMatchObject({ status: 400, body: { apiErrorCode: 'SELF_REFERRAL' } })
    expect(await canEnter(id)).toBe(true)
  })

  test('a code that is unknown, disabled, blank or of another program is refused in one sentence', async () => {
    const disabled = await service.addUser('dora')
    await service.call('PUT', `/code/${disabled}`, { body: { disabled: true } })
    service.clock.now += 5000
    const answers: unknown[] = []
    for (const text of [unknownCode(), disabled, '', ' ', '😀', '<script>']) {
      const { status, body } = await enter(await newFriend(), text)
      answers.push([status, body.apiErrorCode, body.message])
    }
    expect(new Set(answers.map((it) => JSON.stringify(it))).size).toBe(1)
    expect(answers[0]).toEqual([
      404,
      'REFERRAL_CODE_NOT_FOUND',
      expect.stringContaining('Check the spelling'),
    ])
    for (const { alias } of [testMode, other]) {
      const { status } = await enter('rita', code, {}, { alias })
      expect(status).toBe(401)
    }
  })

  test('an unsigned call is refused and changes nothing, known account or not', async () => {
    const id = await newFriend()
    const before = await service.rows()
    for (const account of [id, 'nowhere']) {
      const { status, body } = await enter(account, code, { jwt: undefined })
      expect([status, body.apiErrorCode]).toEqual([401, 'SIGNATURE_REQUIRED'])
    }
    expect(await service.rows()).toEqual(before)
    expect(await canEnter(id, { jwt: undefined })).toBe(false)
  })

  test('no code can be entered while the program is off', async () => {
    const id = await newFriend()
    await service.setProgram({ active: false }, live.alias)
    expect(await canEnter(id)).toBe(false)
    expect(await enter(id, code)).toMatchObject({ status: 409, body: { apiErrorCode: 'PROGRAM_INACTIVE' } })
    await service.setProgram({}, live.alias)
  })
})
