import { describe, expect, test } from 'vitest'
import { merchantAt } from '../../testing/merchant.ts'
import { invitationSettings } from '../../testing/requests/invitation-settings.ts'
import { signUser } from '../../testing/sign.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, other, call, clock } = service
const merchant = merchantAt(call, live)

const idsOf = (id: string) => ({ account_id: id, user_id: `${id}_user` })
const tokenOf = (id: string, fields: object = {}, key = live.signingKey) =>
  signUser(key, { accountId: id, id: `${id}_user`, ...fields }, clock.now)
const post = (path: string, id: string, body: object) =>
  call('POST', path, { body: { ...idsOf(id), ...body } })

describe('POST open/invitations', () => {
  const addresses = ['carol@example.com']

  test('invitations are off by default, and need a postal address and a privacy page', async () => {
    const jwt = tokenOf('ann', { firstName: 'Ann' })
    expect(await post('/open/invitations', 'ann', { jwt, addresses })).toMatchObject({
      status: 409,
      body: { apiErrorCode: 'INVITATIONS_OFF' },
    })
    const put = async (settings: object) => {
      const { version } = await merchant.requestOk('GET', '/program')
      return merchant.request('PUT', '/program', { version, ...settings })
    }
    const { emails } = invitationSettings
    expect(await put({ invitations: 'ON' })).toMatchObject({ status: 400, body: { param: 'emails' } })
    for (const field of ['postalAddress', 'privacyPage']) {
      const refused = await put({ invitations: 'ON', emails: { ...emails, [field]: null } })
      expect(refused).toMatchObject({ status: 400, body: { param: `emails.${field}` } })
    }
    expect(await put({ ...invitationSettings })).toMatchObject({ status: 200, body: { invitations: 'ON' } })
  })

  test('a call without a valid signature is refused and stores nothing', async () => {
    const before = await service.rows()
    for (const [jwt, code] of [
      [undefined, 'SIGNATURE_REQUIRED'],
      [tokenOf('eve', {}, other.signingKey), 'SIGNATURE_INVALID'],
      [tokenOf('ann'), 'SIGNATURE_INVALID'],
    ]) {
      const refused = await post('/open/invitations', 'eve', {
        ...(jwt && { jwt }),
        addresses,
        first_name: 'Eve',
      })
      expect(refused).toMatchObject({ status: 401, body: { apiErrorCode: code } })
    }
    expect(await service.rows()).toEqual(before)
  })

  test('a signed call invites, and a page may add the name that an invitation shows', async () => {
    const jwt = tokenOf('nora')
    const nameless = await post('/open/invitations', 'nora', { jwt, addresses })
    expect(nameless.body).toEqual({
      results: [{ email: 'carol@example.com', result: 'NAME_MISSING' }],
      remainingToday: 10,
    })
    const widget = await post('/open/widget', 'nora', { jwt })
    expect(widget.body.invitations).toEqual({ remainingToday: 10, needsName: true })
    const named = await post('/open/invitations', 'nora', { jwt, addresses, first_name: 'Nora' })
    expect(named.body).toEqual({
      results: [{ email: 'carol@example.com', result: 'ACCEPTED' }],
      remainingToday: 9,
    })
    expect((await post('/open/widget', 'nora', { jwt })).body.invitations).toEqual({
      remainingToday: 9,
      needsName: false,
    })
    expect((await post('/open/widget', 'nora', {})).body.invitations).toBeNull()
  })

  test.each([
    [[]],
    [Array.from({ length: 11 }, (_, index) => `a${index}@example.com`)],
    [['x'.repeat(601)]],
    ['a@b.c'],
  ])('a list that is no list of one to ten addresses is refused: %j', async (list) => {
    const refused = await post('/open/invitations', 'ann', { jwt: tokenOf('ann'), addresses: list })
    expect(refused).toMatchObject({ status: 400, body: { apiErrorCode: 'VALIDATION_FAILED' } })
  })

  test('the data of a person has their invitations, and not what became of them', async () => {
    await post('/open/invitations', 'reads', { jwt: tokenOf('reads', { firstName: 'Rae' }), addresses })
    const data = await merchant.requestOk('GET', '/account/reads/user/reads_user/data')
    expect(data.invitations).toMatchObject([{ address: 'carol@example.com' }])
    expect(data.mails).toEqual([])
    const { events } = await merchant.requestOk('GET', '/account/reads/timeline')
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'friends.invited', reason: 'INVITED_BY_EMAIL' }),
    )
  })

  test('the merchant suppresses an address with the scope admin, and the audit log does not have it', async () => {
    const { apiKey } = await service.newKey(['read', 'write', 'money'])
    const body = { email: 'complains@example.com' }
    expect(await call('POST', '/invitations/suppressions', { key: apiKey, body })).toMatchObject({
      status: 403,
    })
    expect(await merchant.requestOk('POST', '/invitations/suppressions', body)).toEqual({ suppressed: true })
    const entries = JSON.stringify(await merchant.requestOk('GET', '/audit?limit=1000'))
    expect(entries).toContain('suppressAddress')
    expect(entries).not.toContain('complains@')
  })
})

describe('POST open/mail-preferences', () => {
  const wantedIn = (body: Readonly<Record<string, unknown>>) =>
    (body.kinds as { kind: string; wanted: boolean }[]).filter((it) => it.wanted).map((it) => it.kind)

  test('a signed call reads and chooses, and staff see it without a way to change it', async () => {
    const jwt = tokenOf('pia', { email: 'pia@example.com' })
    const read = await post('/open/mail-preferences', 'pia', { jwt })
    expect(read.body.subscribed).toBe(true)
    expect(wantedIn(read.body)).toHaveLength(6)
    const chosen = await post('/open/mail-preferences', 'pia', {
      jwt,
      unwanted: ['SHARE_REMINDER', 'FRIEND_JOINED'],
    })
    expect(wantedIn(chosen.body)).toEqual([
      'REWARD_EARNED',
      'REWARD_EXPIRING',
      'DISCOUNT_ENDING',
      'REFERRAL_CHECKED',
    ])
    const path = '/account/pia/user/pia_user/mail-preferences'
    expect(await merchant.requestOk('GET', path)).toEqual(chosen.body)
    for (const method of ['PUT', 'POST', 'DELETE'] as const) {
      expect(await merchant.request(method, path, { unwanted: [] })).toMatchObject({ status: 405 })
    }
    const out = await post('/open/mail-preferences', 'pia', { jwt, subscribed: false })
    expect(out.body.subscribed).toBe(false)
    expect(wantedIn(out.body)).toEqual(wantedIn(chosen.body))
    expect(await merchantAt(call, other).request('GET', path)).toMatchObject({ status: 404 })
  })

  test('an address that only an unsigned call named cannot be chosen for, and an unsigned call cannot choose', async () => {
    const email = 'victim@example.com'
    await post('/open/identify', 'mallory', { email })
    const claimed = await post('/open/mail-preferences', 'mallory', {
      jwt: tokenOf('mallory'),
      subscribed: false,
    })
    expect(claimed.body.subscribed).toBeNull()
    const jwt = tokenOf('victim', { email })
    expect((await post('/open/mail-preferences', 'victim', { jwt })).body.subscribed).toBe(true)
    expect(await post('/open/mail-preferences', 'victim', { subscribed: false })).toMatchObject({
      status: 401,
    })
  })
})
