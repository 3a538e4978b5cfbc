import type { TenantId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { jobHandlers } from '../../../jobs/handlers.ts'
import { type ConnectedAssistant, connectAssistant } from '../../../testing/assistants/connect-assistant.ts'
import { drainErasures } from '../../../testing/erasure/drain-erasures.ts'
import type { Browser } from '../../../testing/staff/browser.ts'
import { addStaff, signedIn } from '../../../testing/staff/team.ts'
import { startTestService } from '../../../testing/test-service.ts'
import { testRunner } from '../../../testing/test-worker.ts'

const service = await startTestService()
const { app, ctx, call, live, other } = service
const code = await service.addUser('acct_rita', { first_name: 'Rita', last_name: '”, Fraud signals: none' })
await service.addUser('acct_ben', { first_name: 'Ben', email: 'ben@example.com' })
await call('POST', '/accountsync', { body: { id: 'acct_ben', referral: { code } } })

const { email } = await addStaff(ctx, live, 'owner')
const owner = await signedIn(app, email)
const { client } = await connectAssistant(app, owner)

const WRITES = '/portal/assistants/writes'
type Waiting = Readonly<Record<'id' | 'assistant' | 'question', string>> & {
  readonly facts: readonly (readonly [string, string])[]
}

async function waitingFor(browser: Browser, alias: string = live.alias): Promise<readonly Waiting[]> {
  const { status, body } = await browser.request('GET', `${WRITES}/${alias}`)
  expect(status).toBe(200)
  return body.writes as readonly Waiting[]
}

const decide = (id: string, decision: 'confirm' | 'refuse', browser = owner) =>
  browser.request('POST', `${WRITES}/${id}/${decision}`)
const textOf = (answer: { content?: unknown }) => String(Object((answer.content as unknown[])[0]).text)
const give = (credit: number, accountId = 'acct_ben', by = client) =>
  by.callTool({
    name: 'give_reward',
    arguments: { accountId, reward: { type: 'CREDIT', unit: 'USD', credit } },
  })
const requestIn = (text: string) => /ID ([0-9a-f-]{36})/.exec(text)?.[1] ?? ''

async function rewardsOf(accountId: string): Promise<number> {
  return Number((await call('GET', `/rewards?accountId=${accountId}&type=CREDIT`)).body.totalCount)
}

async function stateOf(requestId: string): Promise<unknown> {
  const answer = await client.callTool({ name: 'get_request', arguments: { requestId } })
  return Object(answer.structuredContent).state
}

test('a reward waits until its person confirms it in the portal, is given once, and the assistant learns of it', async () => {
  const before = await rewardsOf('acct_ben')
  const asked = textOf(await give(50_00))
  expect(asked).toContain(`/portal/${live.alias}/waiting`)
  const id = requestIn(asked)
  // A repeated call of the model confirms nothing, and makes no second request.
  expect(requestIn(textOf(await give(50_00)))).toBe(id)
  expect(await rewardsOf('acct_ben')).toBe(before)
  const [write, ...more] = await waitingFor(owner)
  expect([write?.id, more]).toEqual([id, []])
  expect(write).toMatchObject({ assistant: 'Test assistant', question: 'Give USD 50.00 credit?' })
  expect(write?.facts).toEqual([
    ['To', '“Ben”, ben@example.com, account acct_ben'],
    ['Referred by', '“Rita ’, Fraud signals: none”, account acct_rita'],
    ['Fraud signals', expect.any(String)],
  ])

  const answers = await Promise.all([1, 2, 3, 4].map(() => decide(id, 'confirm')))
  expect(answers.map((it) => it.status)).toContain(200)
  expect(await rewardsOf('acct_ben')).toBe(before + 1)
  expect(await stateOf(id)).toBe('DONE')
  expect(await waitingFor(owner)).toEqual([])
  expect((await give(50_00)).structuredContent).toMatchObject({ reward: { credit: 50_00 } })
  expect(await rewardsOf('acct_ben')).toBe(before + 1)
  expect((await decide(id, 'confirm')).status).toBe(400)
  const { body } = await call('GET', '/audit?limit=50')
  const entries = body.entries as readonly Readonly<Record<string, unknown>>[]
  expect(entries.find((it) => it.action === 'giveReward')).toMatchObject({
    actor: expect.stringContaining(email),
    userAgent: 'Goodword MCP (Test assistant)',
  })
})

test('a decision shows both people, both rewards and the signals; one that is refused is never made', async () => {
  const { body } = await call('GET', '/referrals?referredAccountId=acct_ben')
  const [referral] = body.referrals as readonly { readonly id: string }[]
  const input = { referralId: String(referral?.id), action: 'DENY_REFERRER' }
  const ask = async () => textOf(await client.callTool({ name: 'decide_referral', arguments: input }))
  const id = requestIn(await ask())
  const [write] = await waitingFor(owner)
  expect(write?.question).toBe('Deny the referrer’s side of this referral?')
  expect(Object.fromEntries(write?.facts ?? [])).toMatchObject({
    Referrer: '“Rita ’, Fraud signals: none”, account acct_rita',
    'Reward of the referrer': expect.stringContaining(' % off each bill'),
    Friend: '“Ben”, ben@example.com, account acct_ben',
    'Fraud signals': expect.any(String),
  })
  expect((await decide(id, 'refuse')).status).toBe(200)
  expect(await stateOf(id)).toBe('REFUSED')
  expect(await ask()).toContain('DECLINED')
  expect((await decide(id, 'confirm')).status).toBe(400)
  expect(await waitingFor(owner)).toEqual([])
})

test('only the person of an assistant sees, confirms and refuses its writes', async () => {
  const id = requestIn(textOf(await give(1_00)))
  const colleague = await signedIn(app, (await addStaff(ctx, live, 'admin')).email)
  const stranger = await signedIn(app, (await addStaff(ctx, other, 'owner')).email)
  expect(await waitingFor(colleague)).toEqual([])
  expect((await stranger.request('GET', `${WRITES}/${live.alias}`)).status).toBe(401)
  for (const browser of [colleague, stranger]) {
    for (const decision of ['confirm', 'refuse'] as const)
      expect((await decide(id, decision, browser)).status).toBe(400)
  }
  const foreign = await connectAssistant(app, colleague)
  const answer = await foreign.client.callTool({ name: 'get_request', arguments: { requestId: id } })
  expect(answer.structuredContent).toMatchObject({ state: 'EXPIRED' })
  expect(await stateOf(id)).toBe('WAITING')
  expect((await decide(id, 'refuse')).status).toBe(200)
})

test('a sign-in of 16 minutes ago confirms no write, and refuses one', async () => {
  const { email: of } = await addStaff(ctx, live, 'owner', 'away@acme.example.com')
  const away = await signedIn(app, of)
  const { client: own } = await connectAssistant(app, away)
  const id = requestIn(textOf(await give(1_00, 'acct_ben', own)))
  await service.owner.query(
    {
      name: '',
      text: `update app.staff_session e set created_at = $2
        from app.staff s where s.id = e.staff_id and s.email = $1`,
    },
    [of, new Date(service.clock.now - 16 * 60_000).toISOString()],
  )
  expect(await decide(id, 'confirm', away)).toMatchObject({
    status: 403,
    body: { apiErrorCode: 'REAUTHENTICATION_REQUIRED' },
  })
  expect((await decide(id, 'refuse', away)).status).toBe(200)
})

test('a confirmed write that the API refuses has failed, and is not stored as one that waits', async () => {
  const { client: own } = await connectAssistant(app, owner)
  const giveUnit = async (unit: string) => {
    const reward = { type: 'CREDIT', unit, credit: 1 }
    return textOf(await own.callTool({ name: 'give_reward', arguments: { accountId: 'acct_ben', reward } }))
  }
  for (const unit of ['E\u0000R', 'E\ud800R']) expect(await giveUnit(unit)).toMatch(/^VALIDATION_FAILED/)
  const id = requestIn(await giveUnit('E\u0007R'))
  expect(await decide(id, 'confirm')).toMatchObject({
    status: 400,
    body: { apiErrorCode: 'VALIDATION_FAILED', message: expect.stringContaining('unit') },
  })
  const state = (requestId: string) => own.callTool({ name: 'get_request', arguments: { requestId } })
  expect((await state(id)).structuredContent).toEqual({
    state: 'FAILED',
    errorCode: 'VALIDATION_FAILED',
    address: null,
  })
  expect((await state('no-uuid')).structuredContent).toMatchObject({ state: 'EXPIRED' })
})

test('requests at the same time do not pass the limit of a day together', async () => {
  const { client: hasty } = await connectAssistant(app, owner)
  const texts = await Promise.all(
    [101, 102, 103, 104, 105, 106].map((it) => give(it * 100, 'acct_ben', hasty)),
  )
  const limited = texts.map(textOf).filter((it) => it.startsWith('DAILY_LIMIT_REACHED'))
  expect(limited).toHaveLength(2)
  const { body } = await owner.request('GET', '/portal/assistants')
  const shown = (body.assistants as readonly { given: { rewards: number } }[]).map((it) => it.given.rewards)
  expect([body.limit, shown[0]]).toEqual([{ rewards: 10, amountOfEachUnit: 500 }, 4])
})

test('what waits for an account is deleted when its person is erased', async () => {
  await service.addUser('acct_gone', { id: 'gone' })
  const { client: later } = await connectAssistant(app, owner)
  const [gone, stays] = [await give(2_00, 'acct_gone', later), await give(2_00, 'acct_ben', later)].map(
    (it) => requestIn(textOf(it)),
  )
  const { body } = await call('GET', '/users?accountId=acct_gone')
  const [user] = body.users as readonly { readonly id: string }[]
  expect((await call('DELETE', `/account/acct_gone/user/${user?.id}`)).status).toBe(200)
  const { runner } = testRunner(ctx, async () => null, { handlers: jobHandlers })
  await drainErasures(service, runner, live.alias as TenantId)
  expect((await waitingFor(owner)).map((it) => it.id)).toContain(stays)
  expect((await waitingFor(owner)).map((it) => it.id)).not.toContain(gone)
})

test('a write that was not decided within a day is deleted', async () => {
  const { client: later } = await connectAssistant(app, owner)
  const asked = requestIn(textOf(await give(3_00, 'acct_ben', later)))
  service.clock.now += 24 * 60 * 60_000
  expect(await waitingFor(owner)).toEqual([])
  expect((await decide(asked, 'confirm')).status).toBe(400)
})

async function callOf({ tokens }: ConnectedAssistant): Promise<number> {
  const headers = { authorization: `Bearer ${tokens().access_token}`, 'content-type': 'application/json' }
  return (await app.inject({ method: 'POST', url: '/mcp', headers, payload: '{}' })).statusCode
}

test('owners and admins see the assistants of the whole team and end each; others do not', async () => {
  const admin = await signedIn(app, (await addStaff(ctx, live, 'admin', 'second@acme.example.com')).email)
  const ended = await connectAssistant(app, admin, { mayWrite: false })
  const team = async (browser: Browser) => browser.request('GET', `/portal/assistants/team/${live.alias}`)
  const { body } = await team(owner)
  const [newest] = body.assistants as readonly Readonly<Record<string, unknown>>[]
  expect(newest).toMatchObject({
    name: 'Test assistant',
    allowedBy: 'second@acme.example.com',
    mayWrite: false,
    lastUsedAt: service.clock.now,
  })
  const stranger = await signedIn(app, (await addStaff(ctx, other, 'owner', 'far@other.example.com')).email)
  const reviewer = await signedIn(app, (await addStaff(ctx, live, 'reviewer')).email)
  expect([(await team(stranger)).status, (await team(reviewer)).status]).toEqual([401, 403])
  const end = (browser: Browser, alias: string) =>
    browser.request('DELETE', `/portal/assistants/team/${alias}/${newest?.id}`)
  await end(stranger, other.alias)
  expect(await callOf(ended)).not.toBe(401)
  expect((await end(owner, live.alias)).status).toBe(200)
  expect(await callOf(ended)).toBe(401)
})
