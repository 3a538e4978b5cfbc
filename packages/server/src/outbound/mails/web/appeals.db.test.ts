import type { ReferralId, TenantId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { appealToken } from '../../../referring/referrals/appeal.ts'
import { entriesOf, merchantAt } from '../../../testing/merchant.ts'
import { signUser } from '../../../testing/sign.ts'
import { startTestService } from '../../../testing/test-service.ts'

const service = await startTestService()
const { app, ctx, live, other } = service
const merchant = merchantAt(service.call, live)
const code = await merchant.user('ada', { firstName: 'Ada', email: 'ada@example.com' })

function tokenOf(referralId: string, tenantId: TenantId = live.alias): string {
  return appealToken(ctx, tenantId, referralId as ReferralId)
}

async function held(id: string) {
  await merchant.friend(id, code)
  const referralId = String((await merchant.referral(id)).id)
  await merchant.moderate('PEND', referralId)
  return {
    referralId,
    token: tokenOf(referralId),
    page: `/appeal/${live.alias}/${tokenOf(referralId)}`,
  }
}

const send = (token: string, text: unknown, alias: string = live.alias) =>
  service.call('POST', '/open/appeals', { alias, key: null, body: { token, text } })
const open = (url: string, language = 'en') => app.inject({ url, headers: { 'accept-language': language } })
const post = (url: string, text: string) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ text }).toString(),
  })
const appealOf = async (id: string) => (await merchant.requestOk('GET', `/referrals/${id}/review`)).appeal

test('what a referrer writes is kept once, and staff see it beside the referral and on the timeline', async () => {
  const { referralId, token } = await held('bob')
  expect(await appealOf(referralId)).toBeNull()
  expect((await send(token, '  <b>My sister</b>\n')).body).toEqual({ received: true })
  expect(await appealOf(referralId)).toEqual({ text: '<b>My sister</b>', date: service.clock.now })
  expect((await send(token, 'Another text.')).body).toMatchObject({
    statusCode: 409,
    apiErrorCode: 'ALREADY_APPEALED',
  })
  expect(await appealOf(referralId)).toMatchObject({ text: '<b>My sister</b>' })
  const { events } = await merchant.requestOk('GET', '/account/ada/timeline')
  expect(entriesOf(events)[0]).toMatchObject({ type: 'referral.appealed', reason: 'APPEALED', referralId })
  // It decides nothing.
  expect(await merchant.referral('bob')).toMatchObject({ referrerModerationStatus: 'PENDING' })
})

test('the widget of a signed referrer leads to the page, once and only while the side waits', async () => {
  const { referralId, page } = await held('wim')
  const own = async (jwt?: string) => {
    const { account, user } = { account: 'ada', user: 'ada_user' }
    const body = { account_id: account, user_id: user, ...(jwt === undefined ? {} : { jwt }) }
    const { referrals } = (await service.call('POST', '/open/widget', { alias: live.alias, key: null, body }))
      .body
    return entriesOf((referrals as { referrals?: unknown } | null)?.referrals ?? []).find(
      (it) => it.id === referralId,
    )
  }
  const signed = () => own(signUser(live.signingKey, { accountId: 'ada', id: 'ada_user' }, service.clock.now))
  expect(await own()).toBeUndefined()
  expect(await signed()).toMatchObject({ reason: 'MODERATION', appealUrl: `${ctx.baseUrl}${page}` })
  await post(page, 'We are neighbours.')
  expect(await signed()).toMatchObject({ reason: 'MODERATION', appealUrl: null })
  await merchant.moderate('APPROVE', referralId)
  expect(await signed()).toMatchObject({ reason: 'AWAITING_PAYMENT', appealUrl: null })
})

test('a link ends with the decision, and strangers learn from no answer whether a referral exists', async () => {
  const { referralId, token, page } = await held('cyd')
  const unknown = (await send('x'.repeat(43), 'Hello.')).body
  expect(unknown).toMatchObject({ statusCode: 404, apiErrorCode: 'APPEAL_NOT_FOUND' })
  const forged = [
    `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`,
    tokenOf('019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f'),
    tokenOf(referralId, other.alias),
    '',
    `${token}A`,
  ]
  for (const it of forged) {
    expect({ ...(await send(it, 'Hello.')).body, requestId: '' }).toEqual({ ...unknown, requestId: '' })
  }
  expect((await send(token, 'Hello.', other.alias)).status).toBe(404)
  const stranger = await open(`/appeal/${live.alias}/${'x'.repeat(43)}`)
  expect([stranger.statusCode, (await open(`/appeal/none/${token}`)).statusCode]).toEqual([404, 404])

  await merchant.moderate('APPROVE', referralId)
  expect({ ...(await send(token, 'Hello.')).body, requestId: '' }).toEqual({ ...unknown, requestId: '' })
  expect((await open(page)).payload).toBe(stranger.payload)
})

test('a text that is blank, too long or no text is refused by name', async () => {
  const { token, referralId } = await held('dan')
  for (const text of ['', ' \n', 'x'.repeat(501), 7, 'a\u0000']) {
    expect((await send(token, text)).body).toMatchObject({ statusCode: 400, param: 'text' })
  }
  expect(await appealOf(referralId)).toBeNull()
  expect((await send(token, '😀'.repeat(250))).status).toBe(201)
})

test('the page of the link takes the text without a script, and says in the visitor’s language what it is about', async () => {
  await merchant.program({ reviewDays: 14, name: 'Friends & Co' })
  const { referralId, page } = await held('eve')
  const shown = await open(page, 'de')
  expect(shown.statusCode).toBe(200)
  expect(shown.payload).toContain('Ihre Empfehlung wird geprüft')
  expect(shown.payload).toContain('Friends &#38; Co')
  expect(shown.payload).toMatch(/Das kann bis zum \d+[.] \S+ \d{4} dauern/)
  // Neither who referred, nor who came, nor why it is checked.
  const said = shown.payload.replace(page, '')
  for (const secret of ['Ada', 'eve', 'STAFF', referralId]) expect(said).not.toContain(secret)

  expect((await post(page, 'a\u0000')).statusCode).toBe(400)
  const blank = await post(page, '   ')
  expect([blank.statusCode, blank.payload.includes('role="alert"')]).toEqual([400, true])
  expect(shown.payload).not.toMatch(/role="alert"|aria-invalid="/)
  const long = await post(page, `<i>${'é'.repeat(500)}`)
  expect(long.payload).toMatch(/<textarea [^>]*aria-describedby="fault hint" aria-invalid="true"/)
  expect(long.payload).toMatch(/id="fault" class="fault" role="alert">[^<]*\b500\b/)
  expect([long.statusCode, long.payload.includes('&#60;i&#62;')]).toEqual([400, true])
  const lines = `${'a'.repeat(249)}\r\n${'ü'.repeat(250)}`
  expect((await post(page, lines)).statusCode).toBe(200)
  expect(await appealOf(referralId)).toMatchObject({ text: lines.replace('\r', '') })
  expect((await post(page, 'Again.')).statusCode).toBe(409)
  expect((await open(page)).payload).not.toContain('<form')
  await merchant.program({})
})

test('what a referrer wrote is among their data, and is erased with them and with the friend', async () => {
  const friend = await held('fay')
  const own = await held('gus')
  await send(friend.token, 'Fay lives next door.')
  await send(own.token, 'Gus is my brother.')
  const data = await merchant.request('GET', '/account/ada/user/ada_user/data')
  expect(JSON.stringify(data.body)).toContain('Fay lives next door.')
  await merchant.request('DELETE', '/account/fay/user/fay_user')
  expect(await appealOf(friend.referralId)).toMatchObject({ text: null })
  expect(await appealOf(own.referralId)).toMatchObject({ text: 'Gus is my brother.' })
  await merchant.request('DELETE', '/account/ada/user/ada_user')
  expect(await appealOf(own.referralId)).toMatchObject({ text: null })
})
