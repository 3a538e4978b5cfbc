import { expect, test } from 'vitest'
import { makeImporter } from '../../testing/imports/importer.ts'
import { signUser } from '../../testing/sign.ts'
import { BASE_URL, LANDING_PAGE, startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live } = service
const importer = makeImporter(service)
const code = await service.addUser('rita', { first_name: 'Rita' })
let friends = 0

async function newFriend(): Promise<string> {
  friends += 1
  await service.addUser(`friend_${friends}`)
  return `friend_${friends}`
}

async function codeUsedBy(id: string): Promise<unknown> {
  const { body } = await service.call('GET', `/account/${id}`)
  return Object(body.referral).code
}

const identityOf = (id: string) => ({
  account_id: id,
  user_id: `${id}_user`,
  jwt: signUser(live.signingKey, { accountId: id, id: `${id}_user` }, service.clock.now),
})

/** Everywhere that a friend's code is accepted: what the service read it as. */
const entryPoints: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
  'GET code': async (text) => (await service.call('GET', `/code/${encodeURIComponent(text)}`)).body.code,
  'GET open/code': async (text) =>
    (await service.call('GET', `/open/code/${encodeURIComponent(text)}`)).body.code,
  'GET open/welcome': async (text) => {
    const { body } = await service.call('GET', `/open/welcome?code=${encodeURIComponent(text)}`)
    return Object(body.offer).code
  },
  'GET account/{id}/reward': async (text) => {
    const id = await newFriend()
    const query = `couponCode=${encodeURIComponent(text)}`
    const { body } = await service.call('GET', `/account/${id}/reward?${query}`)
    return body.couponApplies === true ? code : null
  },
  'POST accountsync': async (text) => {
    const id = await newFriend()
    await service.call('POST', '/accountsync', { body: { id, referral: { code: text } } })
    return codeUsedBy(id)
  },
  'POST referrals': async (text) => {
    const body = { referralCode: text, referredAccountId: await newFriend(), reason: 'Asked for it.' }
    return (await service.call('POST', '/referrals', { body })).body.referralCodeUsed
  },
  'POST open/identify': async (text) => {
    friends += 1
    await service.addUser(`friend_${friends}`, { referral_code: text })
    return codeUsedBy(`friend_${friends}`)
  },
  'POST open/friend-code': async (text) => {
    const body = { ...identityOf(await newFriend()), referral_code: text }
    return (await service.call('POST', '/open/friend-code', { body })).body.code
  },
  'imports of referrals': async (text) => {
    const id = await newFriend()
    const row = { referredAccountId: id, referralCode: text, dateReferralStarted: service.clock.now - 1000 }
    await importer.run('referrals', JSON.stringify(row), '', { type: 'application/x-ndjson' })
    return codeUsedBy(id)
  },
}

const written = [
  `${code.toLowerCase()}.`,
  `(${code}),\u200b`,
  [...code].map((it) => String.fromCharCode(it.charCodeAt(0) + 0xfee0)).join(''),
  `${code}&utm_source=mail`,
  `${BASE_URL}/r/${live.alias}/${code}?via=email`,
  `https://go.shop.example/${code}/`,
  `${LANDING_PAGE}?refcode=${code}`,
]

test.each(Object.entries(entryPoints))('%s reads a code as people type or paste it', async (_, readAt) => {
  const read = []
  for (const text of written) read.push([text, await readAt(text)])
  expect(read).toEqual(written.map((text) => [text, code]))
})

const former = ['jane.doe', 'Jane.Doe).', '1', 'OLD-3', 'old-3', `${BASE_URL}/r/${live.alias}/jane.doe`]

test('a text that is written like no code is 400 in a body and 404 in a path, in a program without codes of an earlier product', async () => {
  const answers = [
    await service.call('POST', '/accountsync', { body: { id: 'new', referral: { code: 'jane.doe' } } }),
    await service.call('GET', '/account/new/reward?couponCode=jane.doe'),
    await service.call('GET', '/code/jane.doe'),
    await service.call('GET', '/open/code/jane.doe'),
  ]
  expect(answers.map(({ status, body }) => `${status} ${body.param}`)).toEqual([
    ...['400 referral.code', '400 couponCode', '404 code', '404 code'],
  ])
})

test.each(Object.entries(entryPoints))(
  '%s takes the codes of an earlier product, in any form, for the code of who had them',
  async (_, readAt) => {
    const file = 'accountId,id,formerCodes\nrita,rita_user,jane.doe|1|OLD-3\n'
    expect(await importer.run('users', file)).toMatchObject({ rejected: 0 })
    const read = []
    for (const text of former) read.push([text, await readAt(text)])
    expect(read).toEqual(former.map((text) => [text, code]))
    expect([await readAt('jane.dowe'), await readAt('OLD-4')]).not.toContain(code)
  },
)

test('a repeat of a code of an earlier product changes nothing, and one that is unknown where there are any is 404', async () => {
  const friend = { id: await newFriend(), referral: { code: 'jane.doe' } }
  const first = await service.call('POST', '/accountsync', { body: friend })
  expect(await service.call('POST', '/accountsync', { body: friend })).toMatchObject({ body: first.body })
  const cookie = { cookie_referral_code: 'OLD-3' }
  await service.addUser('from_page', cookie)
  expect(await codeUsedBy('from_page')).toBe(code)
  const rows = await service.rows()
  await service.addUser('from_page', cookie)
  expect(await service.rows()).toEqual(rows)
  const own = { id: 'rita', referral: { code: 'jane.doe' } }
  const wrong = { id: await newFriend(), referral: { code: 'jane.dowe' } }
  const answers = [
    await service.call('POST', '/accountsync', { body: own }),
    await service.call('POST', '/accountsync', { body: wrong }),
    await service.call('GET', '/account/new/reward?couponCode=jane.dowe'),
    await service.call('GET', '/account/rita/reward?couponCode=jane.doe'),
    await service.call('GET', `/account/${friend.id}/reward?couponCode=jane.doe`),
  ]
  expect(answers.map(({ status, body }) => [status, body.apiErrorCode ?? body.couponApplies])).toEqual([
    [400, 'SELF_REFERRAL'],
    [404, 'REFERRAL_CODE_NOT_FOUND'],
    [404, 'REFERRAL_CODE_NOT_FOUND'],
    [400, 'SELF_REFERRAL'],
    [200, true],
  ])
  const { alias, apiKey: key } = service.other
  const body = { id: 'there', referral: { code: 'jane.doe' } }
  expect((await service.call('POST', '/accountsync', { body, alias, key })).status).toBe(400)
})

test('a signed code and the same one as it was pasted are no contradiction', async () => {
  const user = { accountId: 'signed', id: 'signed_user', referralCode: code }
  const jwt = signUser(live.signingKey, user, service.clock.now)
  await service.addUser('signed', { jwt, referral_code: `https://go.shop.example/${code}` })
  expect(await codeUsedBy('signed')).toBe(code)
})

test('the code that a user is given is not read out of a link', async () => {
  const body = { id: 'u', accountId: 'rita', referralCode: 'https://go.shop.example/OWN-CODE' }
  const { status, body: answer } = await service.call('POST', '/user', { body })
  expect([status, answer.param]).toEqual([400, 'referralCode'])
})
