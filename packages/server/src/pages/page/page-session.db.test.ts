import type { TenantId } from '@goodword/domain/values/ids'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { beginErasure } from '../../privacy/erasure/begin-erasure.ts'
import { findPageSession, startPageSession } from '../../referring/hosted-page/page-session.ts'
import { hashOfToken } from '../../referring/hosted-page/page-token.ts'
import { openLink, useLink } from '../../referring/hosted-page/use-link.ts'
import { signKnownUser } from '../../referring/identification/sign-user.ts'
import { newTokenTo, pageUsers, tokensTo, withPage } from '../../testing/mail/page-links.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { ctx, call, live, test: testMode, other, clock } = service
const { person, signIn } = pageUsers(service)
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

beforeAll(async () => {
  for (const alias of [live.alias, testMode.alias]) await service.setProgram(withPage, alias)
})
beforeEach(() => {
  // All allowances come back.
  clock.now += 2 * 60 * MINUTE_MS
})

describe('a session of the hosted page', () => {
  test('the user of a session is the one whose address was proved, and calls with its token are signed', async () => {
    const { email, accountId, userId } = await person()
    const session = await findPageSession(ctx, live.alias, await signIn(email))
    expect(session?.user).toMatchObject({ account: accountId, external_id: userId })
    const jwt = (await signKnownUser(ctx, live.alias, { accountId, userId }, MINUTE_MS))?.token
    const load = (alias: TenantId, body: object) => call('POST', '/open/widget', { alias, body })
    const body = { account_id: accountId, user_id: userId, jwt }
    expect((await load(live.alias, body)).body.referrals).toMatchObject({ count: 0 })
    expect((await load(live.alias, { ...body, account_id: 'another' })).status).toBe(401)
    expect((await load(testMode.alias, body)).status).toBe(401)
    clock.now += 3 * MINUTE_MS
    expect((await load(live.alias, body)).status).toBe(401)
  })

  test('one of several users with the address is chosen, and none is chosen for them', async () => {
    const { email } = await person()
    const { userId } = await person(live.alias, { email })
    const token = (await newTokenTo(service, live.alias, email)) ?? ''
    const asked = await useLink(ctx, live.alias, token, null)
    if (asked.kind !== 'choose') throw new Error('not asked')
    expect((await useLink(ctx, live.alias, token, 'another user')).kind).toBe('choose')
    const second = asked.link.users.find((it) => it.external_id === userId)
    const used = await useLink(ctx, live.alias, token, second?.id ?? '')
    if (used.kind !== 'signed in') throw new Error('not signed in')
    const session = await findPageSession(ctx, live.alias, used.sessionToken)
    expect(session?.user.external_id).toBe(userId)
    expect(session?.others).toHaveLength(1)
  })

  test('a session is extended by use, and ends 30 days after the last one', async () => {
    const { email } = await person()
    const token = await signIn(email)
    for (let days = 0; days < 60; days += 20) {
      clock.now += 20 * DAY_MS
      expect(await findPageSession(ctx, live.alias, token)).not.toBeNull()
    }
    clock.now += 30 * DAY_MS
    expect(await findPageSession(ctx, live.alias, token)).toBeNull()
  })

  test('a session counts in its program and mode alone', async () => {
    const { email } = await person()
    const token = await signIn(email)
    await service.setProgram(withPage, other.alias)
    for (const alias of [testMode.alias, other.alias]) {
      expect(await findPageSession(ctx, alias, token)).toBeNull()
    }
  })

  test('a session ends with the erasure of its user', async () => {
    const { email, accountId, userId } = await person()
    const token = await signIn(email)
    await newTokenTo(service, live.alias, email)
    await beginErasure(ctx, live.alias, accountId, userId)
    expect(await findPageSession(ctx, live.alias, token)).toBeNull()
    const text = `select (select count(*) from app.page_session where token_hash = $1)::int as sessions,
      (select count(*) from app.page_link where address = $2)::int as links`
    expect(await service.owner.query({ name: '', text }, [hashOfToken(token), email])).toEqual([
      { sessions: 0, links: 0 },
    ])
  })

  test('a session ends when its user gets another address, which a stranger may have by now', async () => {
    const { email, accountId, userId } = await person()
    const token = await signIn(email)
    await call('POST', '/user', { body: { accountId, id: userId, email: 'successor@example.com' } })
    expect(await findPageSession(ctx, live.alias, token)).toBeNull()
  })

  test('turning the page off ends all sessions, also when it is turned on again', async () => {
    const { email } = await person()
    const token = await signIn(email)
    await service.setProgram({ emails: withPage.emails })
    expect(await findPageSession(ctx, live.alias, token)).toBeNull()
    await service.setProgram(withPage)
    expect(await findPageSession(ctx, live.alias, token)).toBeNull()
  })
})

describe('joining by e-mail', () => {
  beforeAll(() => service.setProgram({ ...withPage, hostedPage: { enabled: true, joinByEmail: true } }))

  const users = async (email: string) =>
    (await call('GET', `/users?query=${encodeURIComponent(email)}`)).body.users as { accountId: string }[]

  test('a stranger becomes a user of a new account when the link is used, and not before', async () => {
    const email = 'newcomer@example.com'
    const token = (await newTokenTo(service, live.alias, email)) ?? ''
    expect(await users(email)).toEqual([])
    const used = await useLink(ctx, live.alias, token, null)
    if (used.kind !== 'signed in') throw new Error('not signed in')
    const [user, ...more] = await users(email)
    expect(more).toEqual([])
    expect(user).toMatchObject({ accountId: expect.stringMatching(/^page_[\w-]{22}$/), email })
    const session = await findPageSession(ctx, live.alias, used.sessionToken)
    expect(session?.user.account).toBe(user?.accountId)
  })

  test('two links of a stranger that are used at once make one account', async () => {
    const email = 'twice@example.com'
    await newTokenTo(service, live.alias, email)
    await newTokenTo(service, live.alias, email)
    const tokens = await tokensTo(service, live.alias, email)
    expect(tokens).toHaveLength(2)
    const used = await Promise.all(tokens.map((it) => useLink(ctx, live.alias, it, null)))
    expect(used.map((it) => it.kind)).toEqual(['signed in', 'signed in'])
    expect(await users(email)).toHaveLength(1)
  })

  test('a user that the merchant names later with the same address is offered beside the one who joined', async () => {
    const email = 'later@example.com'
    await signIn(email)
    const { userId } = await person(live.alias, { email })
    const token = (await newTokenTo(service, live.alias, email)) ?? ''
    const opened = await openLink(ctx, live.alias, token)
    expect(opened?.users.map((it) => it.external_id)).toEqual([expect.stringMatching(/^page_/), userId])
  })

  test('a person who was erased can join again, as a new user', async () => {
    const email = 'returned@example.com'
    await signIn(email)
    const [before] = await users(email)
    await beginErasure(ctx, live.alias, before?.accountId as never, before?.accountId as never)
    await signIn(email)
    const [after] = await users(email)
    expect(after?.accountId).not.toBe(before?.accountId)
  })

  test('a newcomer with the former address of a user does not become that user', async () => {
    const email = 'inherited@example.com'
    await signIn(email)
    const [before] = await users(email)
    const id = before?.accountId
    await call('POST', '/user', { body: { accountId: id, id, email: 'moved@example.com' } })
    const session = await findPageSession(ctx, live.alias, await signIn(email))
    expect(session?.user.account).not.toBe(id)
    expect(session?.others).toEqual([])
  })
})

test('a session that is started for a user counts for that address alone', async () => {
  const { email } = await person()
  const key = (await findPageSession(ctx, live.alias, await signIn(email)))?.user.id
  if (key === undefined) throw new Error('not signed in')
  const forged = await startPageSession(ctx, live.alias, key, 'another@example.com')
  expect(await findPageSession(ctx, live.alias, forged)).toBeNull()
})
