import { describe, expect, test } from 'vitest'
import { createTenant } from '../../administration/tenants/create-tenant.ts'
import { signUser } from '../../testing/sign.ts'
import { LANDING_PAGE, startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, call } = service
await service.setProgram({ referrersChooseCodes: true })

const pathOf = (account: string) => `/account/${account}/user/${account}_user`
const choose = (account: string, code: string) => call('PUT', `${pathOf(account)}/code`, { body: { code } })

/** Sends the request of a signed-in person's page. */
function chooseOwn(account: string, code: string, signer = account) {
  const user = { account_id: account, user_id: `${account}_user` }
  const jwt = signUser(live.signingKey, { accountId: signer, id: `${signer}_user` }, service.clock.now)
  return call('PUT', '/open/code', { key: null, body: { ...user, code, jwt } })
}

async function codesOf(account: string): Promise<readonly string[]> {
  const { codes } = (await call('GET', `${pathOf(account)}/codes`)).body as { codes: { code: string }[] }
  return codes.map((it) => it.code)
}

async function locationOf(code: string): Promise<string | undefined> {
  const { headers } = await service.app.inject({ method: 'GET', url: `/r/${live.alias}/${code}` })
  return headers.location
}

describe('a code that the merchant’s server chooses', () => {
  test('a chosen code is the current one, and the former goes on and attributes to the same person', async () => {
    const first = await service.addUser('rita')
    const { status, body } = await choose('rita', ' rita-rides ')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      referralCode: 'RITA-RIDES',
      shareLinks: { direct: expect.stringMatching(/\/RITA-RIDES$/) },
    })
    expect((await call('GET', pathOf('rita'))).body).toMatchObject({ referralCode: 'RITA-RIDES' })
    expect(await codesOf('rita')).toEqual(['RITA-RIDES', first])
    for (const code of [first, 'RITA-RIDES']) {
      expect(await locationOf(code)).toBe(`${LANDING_PAGE}?refCode=${code}`)
      const friend = { id: `friend by ${code}`, referral: { code } }
      await service.addUser(friend.id)
      const { body: account } = await call('POST', '/accountsync', { body: friend })
      expect(account).toMatchObject({ referral: { code } })
    }
    const { body: made } = await call('GET', '/referrals?referringAccountId=rita')
    expect(made.count).toBe(2)
  })

  test('the same code again changes nothing, and a person can go back to a former one', async () => {
    const first = await service.addUser('back')
    expect((await choose('back', 'BACK-AND-FORTH')).status).toBe(200)
    const before = await service.rows()
    expect((await choose('back', 'back-and-forth')).status).toBe(200)
    expect(await service.rows()).toEqual(before)
    expect((await choose('back', 'BACK-AND-FORTH')).body).toMatchObject({ referralCode: 'BACK-AND-FORTH' })
    expect((await choose('back', first)).body).toMatchObject({ referralCode: first })
    expect(await codesOf('back')).toEqual([first, 'BACK-AND-FORTH'])
  })

  test.each(['ADM1N', 'FREE-10', 'ACME', 'acme-support', 'RITA-RIDES', 'FUCK-YOU'])(
    'the code %s is taken, whether somebody has it or it is reserved, and nothing is stored',
    async (code) => {
      await service.addUser('second')
      const before = await service.rows()
      const { status, body } = await choose('second', code)
      expect(status).toBe(409)
      expect(body).toMatchObject({
        apiErrorCode: 'CODE_TAKEN',
        param: 'code',
        message: 'Another user has this referral code. Choose a different one.',
      })
      expect(await service.rows()).toEqual(before)
    },
  )

  test.each(['abc', 'x'.repeat(21), '1234', 'a--b', 'ri_ta', '', null])(
    'the code %j is refused with the rule',
    async (code) => {
      const { status, body } = await call('PUT', `${pathOf('rita')}/code`, { body: { code } })
      expect([status, body.apiErrorCode, body.param]).toEqual([400, 'VALIDATION_FAILED', 'code'])
    },
  )

  test('a user who is not known, of another program or in the other mode gets no code', async () => {
    expect(await choose('stranger', 'STRANGER-1')).toMatchObject({ status: 404 })
    const { alias, apiKey: key } = service.test
    const answer = await call('PUT', `${pathOf('rita')}/code`, { alias, key, body: { code: 'RITA-TEST' } })
    expect(answer.status).toBe(404)
    expect((await call('GET', `${pathOf('stranger')}/codes`)).status).toBe(404)
  })

  test('a code that two people choose at once goes to exactly one of them', async () => {
    const names = ['one', 'two', 'three', 'four'].map((it) => `racer-${it}`)
    for (const name of names) await service.addUser(name)
    const another = await service.anotherProcess()
    const answers = await Promise.all(
      names.map((it, index) =>
        (index % 2 === 0 ? call : another)('PUT', `${pathOf(it)}/code`, { body: { code: 'SAME-WISH' } }),
      ),
    )
    expect(answers.map((it) => it.status).toSorted()).toEqual([200, 409, 409, 409])
    const winner = names[answers.findIndex((it) => it.status === 200)] ?? ''
    expect((await codesOf(winner))[0]).toBe('SAME-WISH')
    expect((await call('GET', '/code/SAME-WISH')).status).toBe(200)
  })
})

describe('a code that a person chooses', () => {
  test('a signed call gives its user a code, and says how many they can still choose', async () => {
    await service.addUser('nina')
    const { status, body } = await chooseOwn('nina', 'nina-bikes')
    expect(status).toBe(200)
    expect(body).toEqual({
      referralCode: 'NINA-BIKES',
      shareLinks: expect.objectContaining({ direct: expect.stringMatching(/\/NINA-BIKES$/) }),
      changesLeft: 4,
    })
  })

  test('a person can choose five codes and go back to each, also when all are asked for at once', async () => {
    const first = await service.addUser('hoarder')
    const wishes = Array.from({ length: 8 }, (_, index) => `HOARD-${index}`)
    const answers = await Promise.all(wishes.map((it) => chooseOwn('hoarder', it)))
    expect(answers.filter((it) => it.status === 200)).toHaveLength(5)
    const refused = answers.filter((it) => it.status !== 200)
    expect(new Set(refused.map((it) => it.body.apiErrorCode))).toEqual(new Set(['CODE_CHOICES_USED']))
    expect(await codesOf('hoarder')).toHaveLength(6)
    expect(await chooseOwn('hoarder', first)).toMatchObject({ status: 200, body: { changesLeft: 0 } })
    expect((await choose('hoarder', 'BY-THE-SERVER')).status).toBe(200)
  })

  test('the widget of a signed call says how many codes are left, and of others nothing', async () => {
    await service.addUser('viewer')
    const user = { account_id: 'viewer', user_id: 'viewer_user' }
    const jwt = signUser(live.signingKey, { accountId: 'viewer', id: 'viewer_user' }, service.clock.now)
    const load = async (body: object) =>
      (await call('POST', '/open/widget', { key: null, body })).body.codeChoicesLeft
    expect(await load({ ...user, jwt })).toBe(5)
    expect(await load(user)).toBeNull()
    await service.setProgram({})
    expect(await load({ ...user, jwt })).toBeNull()
    await service.setProgram({ referrersChooseCodes: true })
  })

  test('a call without a signature, or with another user’s, changes nothing', async () => {
    await service.addUser('owner')
    await service.addUser('thief')
    const before = await service.rows()
    const user = { account_id: 'owner', user_id: 'owner_user' }
    const unsigned = await call('PUT', '/open/code', { key: null, body: { ...user, code: 'OWNER-2' } })
    expect([unsigned.status, unsigned.body.apiErrorCode]).toEqual([401, 'SIGNATURE_REQUIRED'])
    const forged = await chooseOwn('owner', 'OWNER-3', 'thief')
    expect([forged.status, forged.body.apiErrorCode]).toEqual([401, 'SIGNATURE_INVALID'])
    expect(await service.rows()).toEqual(before)
  })

  test('a program that does not allow it refuses the person and not the server', async () => {
    await service.addUser('waiting')
    await service.setProgram({})
    const { status, body } = await chooseOwn('waiting', 'WAITING-1')
    expect([status, body.apiErrorCode]).toEqual([403, 'CODE_CHOICE_OFF'])
    expect((await choose('waiting', 'WAITING-1')).status).toBe(200)
    await service.setProgram({ referrersChooseCodes: true })
  })

  test('a reserved word of a person is taken, and one of another program is not', async () => {
    await service.addUser('brand')
    expect((await chooseOwn('brand', 'ACME-TEAM')).body.apiErrorCode).toBe('CODE_TAKEN')
    const elsewhere = await createTenant(service.operator, { alias: 'bikes', landingPage: LANDING_PAGE })
    const { alias, apiKey: key } = elsewhere.live
    await call('POST', '/user', { alias, key, body: { accountId: 'a', id: 'a_user' } })
    const answer = await call('PUT', `${pathOf('a')}/code`, { alias, key, body: { code: 'ACME-TEAM' } })
    expect(answer.status).toBe(200)
  })
})
