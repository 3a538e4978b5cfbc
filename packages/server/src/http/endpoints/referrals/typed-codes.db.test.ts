import { expect, test } from 'vitest'
import { makeImporter } from '../../../testing/imports/importer.ts'
import { signUser } from '../../../testing/sign.ts'
import { BASE_URL, LANDING_PAGE, startTestService } from '../../../testing/test-service.ts'

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
