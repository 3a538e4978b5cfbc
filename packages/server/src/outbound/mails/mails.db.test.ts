import { allMailKinds } from '@goodword/domain/outbound/mail'
import type { TenantId } from '@goodword/domain/values/ids'
import { describe, expect, test } from 'vitest'
import { entriesOf, merchantAt } from '../../testing/merchant.ts'
import { startTestService } from '../../testing/test-service.ts'
import { publishEvents } from '../publishing/publish-events.ts'
import { sendMails } from './sending/send-mails.ts'

const service = await startTestService()
const { ctx, live, other } = service
const merchant = merchantAt(service.call, live)
const stranger = merchantAt(service.call, other)

const emails = { fromAddress: 'rewards@example.com', fromName: 'Example', kinds: ['FRIEND_JOINED'] as const }

const never = new AbortController().signal

/** Publishes all events of the tenant, and sends what follows. */
async function finishMails(tenantId: TenantId): Promise<void> {
  await publishEvents(ctx, tenantId, never)
  await sendMails(ctx, tenantId, never)
}

const theme = { logo: 'https://shop.example.com/logo.png' }
await merchant.program({ emails: { ...emails, kinds: [...emails.kinds] }, theme })
const code = await merchant.user('ada', { email: 'ada@example.com', firstName: 'Ada' })
await merchant.sync('bob', { referral: { code } })
await merchant.requestOk('POST', '/user', {
  accountId: 'bob',
  id: 'bob_user',
  firstName: 'Bob',
  lastName: 'T',
})
await finishMails(live.alias)
const [mail] = entriesOf((await merchant.requestOk('GET', '/mails')).mails)

describe('GET mails', () => {
  test('GET mails lists what was kept without a mail server, with the reason', () => {
    expect(mail).toMatchObject({
      kind: 'FRIEND_JOINED',
      state: 'KEPT',
      reason: 'NO_MAIL_SERVER',
      accountId: 'ada',
      userId: 'ada_user',
      rewardId: null,
      attempts: 0,
    })
    expect(mail?.message).toContain('SMTP_URL')
  })

  test.each([
    ['accountId=ada', 1],
    ['accountId=bob', 0],
    ['accountId=nobody', 0],
    ['state=KEPT', 1],
    ['state=SENT', 0],
    ['kind=FRIEND_JOINED', 1],
    ['kind=REWARD_EARNED', 0],
    ['accountId=ada&state=KEPT&kind=FRIEND_JOINED', 1],
  ])('GET mails with %s finds %i', async (query, count) => {
    expect(await merchant.requestOk('GET', `/mails?${query}`)).toMatchObject({ count, totalCount: count })
  })

  test('GET mails shows another program nothing, and a key needs the scope', async () => {
    expect(await stranger.requestOk('GET', '/mails')).toMatchObject({ count: 0 })
    const { apiKey } = await service.newKey(['read', 'write', 'money'])
    for (const path of ['/mails', `/mails/${mail?.id}`]) {
      expect(await service.call('GET', path, { key: apiKey })).toMatchObject({ status: 403 })
    }
  })
})

describe('GET mails/{id}', () => {
  test('an e-mail has sender, recipient and content as things are now', async () => {
    const read = await merchant.requestOk('GET', `/mails/${mail?.id}`)
    expect(read).toMatchObject({
      ...mail,
      from: 'Example <rewards@example.com>',
      to: 'ada@example.com',
      content: { language: 'en', subject: 'Bob T. joined through your link' },
    })
    await merchant.requestOk('POST', '/user', { accountId: 'ada', id: 'ada_user', firstName: 'Ada Marie' })
    const { content } = await merchant.requestOk('GET', `/mails/${mail?.id}`)
    expect(content).toMatchObject({ text: expect.stringContaining('Hello Ada Marie,') })
  })

  test('an e-mail is 404 for another program’s key, and for what is no ID', async () => {
    for (const answer of [
      await stranger.request('GET', `/mails/${mail?.id}`),
      await merchant.request('GET', '/mails/none'),
      await merchant.request('GET', '/mails/019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f'),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { apiErrorCode: 'MAIL_NOT_FOUND', param: 'mailId' } })
    }
  })
})

describe('POST mails/preview', () => {
  const preview = (body: unknown) => merchant.request('POST', '/mails/preview', body)

  test.each(allMailKinds)('the preview renders %s in a language', async (kind) => {
    const { status, body } = await preview({ kind, language: 'de-AT' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ language: 'de-AT', text: expect.stringMatching(/Hallo Sam,|Guten Tag,/) })
    expect(body.html).toContain('<html lang="de-AT" dir="ltr">')
    expect(body.html).toContain(`<img src="${theme.logo}" alt="`)
  })

  test('the preview renders texts that are not stored, and stores nothing', async () => {
    const before = await service.rows()
    const texts = { en: { FRIEND_JOINED: { subject: 'Hi from {friendName}' } } }
    const { body } = await preview({ kind: 'FRIEND_JOINED', emails: { fromAddress: 'a@example.com', texts } })
    expect(body.subject).toBe('Hi from Alex M.')
    expect(await service.rows()).toEqual(before)
  })

  test('the preview renders the defaults of a program without e-mails', async () => {
    const { body } = await stranger.request('POST', '/mails/preview', { kind: 'REWARD_EARNED', emails: null })
    expect(body.subject).toBe('You have earned a reward')
  })

  test.each([
    [{ kind: 'NEWSLETTER' }, 'kind'],
    [{}, 'kind'],
    [{ kind: 'FRIEND_JOINED', language: 'german' }, 'language'],
    [{ kind: 'FRIEND_JOINED', emails: {} }, 'emails.fromAddress'],
  ])('a preview with %j is 400 and names %s', async (body, param) => {
    expect(await preview(body)).toMatchObject({ status: 400, body: { param } })
  })
})

describe('emails of PUT program', () => {
  const put = async (settings: unknown) => {
    const { version } = await stranger.requestOk('GET', '/program')
    return stranger.request('PUT', '/program', { emails: settings, version })
  }

  test('the e-mail settings take defaults for what is absent, and null clears them', async () => {
    expect((await put({ fromAddress: 'a@example.com', replyTo: null, kinds: null })).body.emails).toEqual({
      fromAddress: 'a@example.com',
      kinds: [],
      fromName: null,
      replyTo: null,
      bounceAddress: null,
      language: 'en',
      expiryNoticeDays: 7,
      shareReminderDays: 30,
      includeUnverified: false,
      postalAddress: null,
      privacyPage: null,
      texts: {},
    })
    expect((await put(null)).body.emails).toBeNull()
    await put({ fromAddress: 'a@example.com' })
    expect((await put(undefined)).body.emails).toBeNull()
  })

  const withText = (kind: string, text: object) => ({
    fromAddress: 'a@example.com',
    texts: { de: { [kind]: text } },
  })
  test.each([
    [{}, 'emails.fromAddress'],
    [{ fromAddress: 'a@b' }, 'emails.fromAddress'],
    [{ fromAddress: 'a@example.com\r\nBcc: b@example.com' }, 'emails.fromAddress'],
    [{ fromAddress: 'a@example.com', fromName: 'A\r\nBcc: b@example.com' }, 'emails.fromName'],
    [{ fromAddress: 'a@example.com', replyTo: 'Eve <e@example.com>' }, 'emails.replyTo'],
    [{ fromAddress: 'a@example.com', bounceAddress: 'x' }, 'emails.bounceAddress'],
    [{ fromAddress: 'a@example.com', kinds: ['SPAM'] }, 'emails.kinds.0'],
    [{ fromAddress: 'a@example.com', expiryNoticeDays: 0 }, 'emails.expiryNoticeDays'],
    [withText('FRIEND_JOINED', { subject: 'a\nb' }), 'emails.texts.de.FRIEND_JOINED.subject'],
    [withText('FRIEND_JOINED', { body: '{expiryDate}' }), 'emails.texts.de.FRIEND_JOINED.body'],
    [withText('REWARD_EARNED', { heading: '{friendName}' }), 'emails.texts.de.REWARD_EARNED.heading'],
    [withText('REWARD_EXPIRING', { button: 'x'.repeat(201) }), 'emails.texts.de.REWARD_EXPIRING.button'],
  ])('e-mail settings with %j are 400 and name %s', async (settings, param) => {
    const before = await service.rows()
    expect(await put(settings)).toMatchObject({
      status: 400,
      body: { apiErrorCode: 'VALIDATION_FAILED', param },
    })
    expect(await service.rows()).toEqual(before)
  })

  test('e-mail settings that look for expiring rewards begin to do so at once', async () => {
    await put({ fromAddress: 'a@example.com', kinds: ['REWARD_EXPIRING'] })
    const jobs = await service.owner.query(
      {
        name: '',
        text: `select state from app.job where tenant_id = $1 and kind = 'SWEEP_EXPIRING_REWARDS'`,
      },
      [other.alias],
    )
    expect(jobs).toEqual([{ state: 'READY' }])
  })
})
