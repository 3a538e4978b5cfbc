import type { TenantId } from '@goodword/domain/values/ids'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openMailServer } from '../../engine/mail-server/open-mail-server.ts'
import { parseSmtpAddress } from '../../engine/mail-server/smtp-address.ts'
import type { ContextOptions } from '../../frame/context.ts'
import { findPageSession } from '../../referring/hosted-page/page-session.ts'
import { hashOfToken } from '../../referring/hosted-page/page-token.ts'
import { openLink, useLink } from '../../referring/hosted-page/use-link.ts'
import { startMailReceiver } from '../../testing/mail/mail-receiver.ts'
import { newTokenTo, pageUsers, tokensTo, withPage } from '../../testing/mail/page-links.ts'
import { testContext } from '../../testing/test-context.ts'
import { BASE_URL, startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { ctx, call, live, test: testMode, other, clock } = service
const { person, keyOf } = pageUsers(service)
const MINUTE_MS = 60_000

const ask = (email: string, alias: TenantId = live.alias) =>
  call('POST', '/open/page/sign-in', { alias, body: { email } })

/** Another process, which differs in this. */
const another = (options: Partial<ContextOptions>) => ({
  owner: service.owner,
  ctx: testContext(ctx.db, ctx.clock, { secretBox: ctx.secretBox, ...options }),
})

type Listed = { id: string; state: string; reason: string; accountId: string | null; userId: string | null }

const mails = async (alias = live.alias) =>
  (await call('GET', '/mails?kind=PAGE_SIGN_IN&limit=1000', { alias, key: keyOf(alias) })).body
    .mails as Listed[]

beforeAll(async () => {
  for (const alias of [live.alias, testMode.alias]) await service.setProgram(withPage, alias)
})
beforeEach(() => {
  // All allowances come back.
  clock.now += 2 * 60 * MINUTE_MS
})

describe('a link to the hosted page', () => {
  test('every address gets the same answer, and only one that a user has gets a link', async () => {
    const { email, accountId, userId } = await person()
    const answers = [await ask(email), await ask('unknown@example.com')]
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
      { status: 202, body: { validMinutes: 15 } },
      { status: 202, body: { validMinutes: 15 } },
    ])
    expect(await tokensTo(service, live.alias, email)).toHaveLength(1)
    expect(await tokensTo(service, live.alias, 'unknown@example.com')).toEqual([])
    expect(await mails()).toMatchObject([
      { state: 'SKIPPED', reason: 'ADDRESS_UNKNOWN', accountId: null, userId: null },
      { state: 'KEPT', reason: 'NO_MAIL_SERVER', accountId, userId },
    ])
  })

  test('nothing differs between a known and an unknown address until a job makes the e-mail', async () => {
    const { email } = await person()
    const counts = async () =>
      ((await service.rows()) as { name: string; count: number }[]).map(({ name, count }) => [name, count])
    // The first request deletes the allowances that are full again.
    await ask('first@example.com')
    const before = await counts()
    await ask(email)
    const known = await counts()
    await ask('stranger@example.com')
    const unknown = await counts()
    const grown = (later: unknown[][], earlier: unknown[][]) =>
      later.map(([name, count], index) => [name, Number(count) - Number(earlier[index]?.[1])])
    expect(grown(unknown, known).filter(([name]) => name !== 'job')).toEqual(
      grown(known, before).filter(([name]) => name !== 'job'),
    )
    await tokensTo(service, live.alias, email)
  })

  test('nothing is kept of an address that gets no link', async () => {
    await ask('unknown.person@example.com')
    await tokensTo(service, live.alias, '')
    const text = "select count(*)::int as count from app.page_link where address like 'unknown%'"
    expect(await service.owner.query({ name: '', text }, [])).toEqual([{ count: 0 }])
  })

  test('an address that only an unsigned call reported gets no link: it may be a stranger’s', async () => {
    const { accountId } = await person()
    await service.addUser(accountId, { user_id: 'intruder', email: 'intruder@example.com' })
    expect(await newTokenTo(service, live.alias, 'intruder@example.com')).toBeNull()
  })

  test('another spelling of a mailbox is another address', async () => {
    await person(live.alias, { email: 'first.last@gmail.com' })
    expect(await newTokenTo(service, live.alias, 'firstlast@gmail.com')).toBeNull()
    expect(await newTokenTo(service, live.alias, 'first.last+shop@gmail.com')).toBeNull()
    const token = await newTokenTo(service, live.alias, 'first.last@gmail.com')
    expect(token).not.toBeNull()
    await ask(' First.Last@GMAIL.com ')
    expect(await tokensTo(service, live.alias, 'first.last@gmail.com')).toHaveLength(2)
  })

  test('the database has only the hash of a token', async () => {
    const { email } = await person()
    const token = (await newTokenTo(service, live.alias, email)) ?? ''
    const text = 'select l::text as row from app.page_link l where token_hash = $1'
    const [row] = await service.owner.query<{ row: string }>({ name: '', text }, [hashOfToken(token)])
    expect(row?.row).not.toContain(token)
    expect(JSON.stringify(await service.rows())).not.toContain(token)
  })

  test('reading a link does not use it up, and using it does, once of any number at a time', async () => {
    const { email } = await person()
    const token = (await newTokenTo(service, live.alias, email)) ?? ''
    for (let times = 0; times < 3; times += 1) {
      expect(await openLink(ctx, live.alias, token)).toMatchObject({ address: email })
    }
    const used = await Promise.all([1, 2, 3, 4].map(() => useLink(ctx, live.alias, token, null)))
    expect(used.map((it) => it.kind).sort()).toEqual(['not valid', 'not valid', 'not valid', 'signed in'])
    expect(await openLink(ctx, live.alias, token)).toBeNull()
    expect((await useLink(ctx, live.alias, token, null)).kind).toBe('not valid')
  })

  test('a link works for 15 minutes', async () => {
    const { email } = await person()
    const token = (await newTokenTo(service, live.alias, email)) ?? ''
    clock.now += 15 * MINUTE_MS - 1
    expect(await openLink(ctx, live.alias, token)).not.toBeNull()
    clock.now += 1
    expect(await openLink(ctx, live.alias, token)).toBeNull()
    expect((await useLink(ctx, live.alias, token, null)).kind).toBe('not valid')
  })

  test('a link works for its program in its mode alone', async () => {
    const { email } = await person()
    await person(testMode.alias, { email })
    await service.setProgram(withPage, other.alias)
    await person(other.alias, { email })
    const token = (await newTokenTo(service, live.alias, email)) ?? ''
    for (const alias of [testMode.alias, other.alias]) {
      expect(await openLink(ctx, alias, token)).toBeNull()
      expect((await useLink(ctx, alias, token, null)).kind).toBe('not valid')
    }
    expect((await useLink(ctx, live.alias, token, null)).kind).toBe('signed in')
  })

  test('nothing but a token opens anything', async () => {
    for (const token of ['', 'x', 'x'.repeat(43), 'x'.repeat(100_000), '\u0000', '../../portal']) {
      expect(await openLink(ctx, live.alias, token)).toBeNull()
      expect((await useLink(ctx, live.alias, token, null)).kind).toBe('not valid')
      expect(await findPageSession(ctx, live.alias, token)).toBeNull()
    }
  })

  test('an e-mail that waited for an hour is not sent', async () => {
    const { email } = await person()
    await ask(email)
    clock.now += 60 * MINUTE_MS
    expect(await tokensTo(service, live.alias, email)).toEqual([])
    expect((await mails())[0]).toMatchObject({ state: 'SKIPPED', reason: 'TOO_LATE' })
  })

  test('an address gets five links in an hour, and the answer to the sixth request is the same', async () => {
    const { email } = await person()
    for (let times = 0; times < 4; times += 1) await newTokenTo(service, live.alias, email)
    for (let times = 0; times < 3; times += 1) {
      expect(await ask(email)).toMatchObject({ status: 202, body: { validMinutes: 15 } })
    }
    expect(await tokensTo(service, live.alias, email)).toHaveLength(5)
  })

  test('an IP address asks for five links at once, at any program, by the operation and by the form of the page', async () => {
    const form = (email: string) =>
      service.app.inject({
        method: 'POST',
        url: `/p/${testMode.alias}/sign-in`,
        headers: { origin: BASE_URL, 'content-type': 'application/x-www-form-urlencoded' },
        payload: `email=${email}`,
      })
    const statuses: number[] = []
    for (let asked = 0; asked < 3; asked += 1) {
      statuses.push((await ask(`made-up-${asked}@example.com`)).status)
      statuses.push((await form(`made-up-${asked}@example.org`)).statusCode)
    }
    expect(statuses).toEqual([202, 303, 202, 303, 202, 429])
    expect(await ask('one.more@example.com')).toMatchObject({
      status: 429,
      body: { apiErrorCode: 'TOO_MANY_REQUESTS' },
    })
    const { email } = await person()
    expect(await newTokenTo(service, live.alias, email)).not.toBeNull()
  })

  test('links to addresses of no user have a limit of their own, and take no turn of known people', async () => {
    await service.setProgram({ ...withPage, hostedPage: { enabled: true, joinByEmail: true } })
    const few = another({ limits: { pageLinksToStrangers: 2 } })
    const strangers = []
    for (const name of ['a', 'b', 'c']) {
      strangers.push(await newTokenTo(few, live.alias, `joins-${name}@example.com`))
    }
    expect(strangers.map((it) => it !== null)).toEqual([true, true, false])
    expect((await mails())[0]).toMatchObject({ state: 'SKIPPED', reason: 'TOO_MANY' })
    const { email } = await person()
    expect(await newTokenTo(few, live.alias, email)).not.toBeNull()
    await service.setProgram(withPage)
  })

  test('a recipient gets five letters a day of all programs together', async () => {
    const receiver = await startMailReceiver()
    const smtp = parseSmtpAddress(`smtp://127.0.0.1:${receiver.port}?tls=off`)
    const mailServer = openMailServer(smtp ?? expect.fail('not the address of a mail server'))
    const sending = another({ mailServer })
    const { email } = await person()
    await service.setProgram(withPage, other.alias)
    await person(other.alias, { email })
    for (const alias of [live.alias, other.alias]) {
      for (let times = 0; times < 3; times += 1) await newTokenTo(sending, alias, email)
    }
    expect(receiver.mails).toHaveLength(5)
  })

  test('a program without the page has none, and one without e-mails cannot have it', async () => {
    await service.setProgram({}, other.alias)
    expect(await ask('ada@example.com', other.alias)).toMatchObject({
      status: 404,
      body: { apiErrorCode: 'HOSTED_PAGE_OFF' },
    })
    const { body } = await call('GET', '/program', { alias: other.alias, key: other.apiKey })
    const page = { ...body, hostedPage: { enabled: true } }
    expect(
      await call('PUT', '/program', { alias: other.alias, key: other.apiKey, body: page }),
    ).toMatchObject({
      status: 400,
      body: { apiErrorCode: 'VALIDATION_FAILED', param: 'hostedPage.enabled' },
    })
  })

  test('staff see the link of a test program, and that of a live one never', async () => {
    const text = async (alias: TenantId) => {
      const { email } = await person(alias)
      const token = await newTokenTo(service, alias, email)
      const [mail] = await mails(alias)
      const { body } = await call('GET', `/mails/${mail?.id}`, { alias, key: keyOf(alias) })
      return { token: token ?? '', shown: JSON.stringify(body) }
    }
    const inTest = await text(testMode.alias)
    expect(inTest.shown).toContain(`/p/${testMode.alias}/enter/${inTest.token}`)
    const inLive = await text(live.alias)
    expect(inLive.shown).toContain('Open my page')
    expect(inLive.shown).not.toContain(inLive.token)
  })
})
