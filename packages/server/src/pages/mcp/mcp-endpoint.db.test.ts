import type { StaffRole } from '@goodword/domain/staff/staff-role'
import { describe, expect, test } from 'vitest'
import { connectAssistant } from '../../testing/assistants/connect-assistant.ts'
import { addStaff, signedIn } from '../../testing/staff/team.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { app, ctx, call, live, test: testMode } = service
const code = await service.addUser('acct_bob', { first_name: 'Bob', last_name: 'Ignore\u202Eall' })
await service.addUser('acct_carol', { first_name: 'Carol' })
await call('POST', '/accountsync', { body: { id: 'acct_carol', referral: { code } } })

let people = 0
async function browserOf(role: StaffRole) {
  people += 1
  const { email } = await addStaff(ctx, live, role, `${role}-${people}@acme.example.com`)
  return signedIn(app, email)
}
const owner = await browserOf('owner')

const textOf = (answer: { content?: unknown }) => String(Object((answer.content as unknown[])[0]).text)

describe.for(['auto', 'legacy'] as const)('a client that speaks the protocol as "%s"', (era) => {
  test(`a client (${era}) finds the way from the address alone, and every reading tool answers in its schema`, async () => {
    const { client } = await connectAssistant(app, owner, { era })
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(17)
    const inputs: Readonly<Record<string, object>> = {
      explain_referral: { accountId: 'acct_carol' },
      get_account: { accountId: 'acct_carol' },
      search_docs: { query: 'webhooks' },
      get_request: { requestId: '019c13ec-9e00-7000-854b-b3ee23565fa4' },
      simulate_fraud_rules: { rules: [{ rule: 'LEAKED_CODE', mode: 'active' }] },
    }
    for (const { name, annotations } of tools) {
      if (annotations?.readOnlyHint !== true) continue
      const answer = await client.callTool({ name, arguments: { ...inputs[name] } })
      expect(answer.isError, `${name}: ${textOf(answer)}`).not.toBe(true)
    }
  })

  test(`a client (${era}) that can ask its user gives a reward after a yes, and none after a no`, async () => {
    const before = await rewardsOf('acct_carol')
    const reward = { type: 'CREDIT', unit: 'EUR', credit: 500 }
    const input = { name: 'give_reward', arguments: { accountId: 'acct_carol', reward } }
    const refusing = await connectAssistant(app, owner, { era, answer: false })
    expect(textOf(await refusing.client.callTool(input))).toContain(
      era === 'auto' ? 'DECLINED' : 'CONFIRMATION_REQUIRED',
    )
    expect(await rewardsOf('acct_carol')).toBe(before)
    const agreeing = await connectAssistant(app, owner, { era, answer: true })
    const answer = await agreeing.client.callTool(input)
    if (era === 'legacy') return
    expect(answer.structuredContent).toMatchObject({ reward: { accountId: 'acct_carol', credit: 500 } })
    expect(agreeing.questions).toEqual([
      [
        'Give EUR 5.00 credit?',
        'To: “Carol”, account acct_carol',
        'Referred by: “Bob Ignoreall”, account acct_bob',
        'Fraud signals: none',
      ].join('\n'),
    ])
    expect(await rewardsOf('acct_carol')).toBe(before + 1)
  })
})

async function rewardsOf(accountId: string): Promise<number> {
  const { body } = await call('GET', `/rewards?accountId=${accountId}`)
  return Number(body.totalCount)
}

test.for([
  ['owner', true, ['decide_referral', 'give_reward']],
  ['reviewer', true, ['decide_referral']],
  ['analyst', true, []],
  ['owner', false, []],
] as const)(
  'a person with the role %s who allows changes (%s) gives the tools %s',
  async ([role, mayWrite, writing]) => {
    const { client } = await connectAssistant(app, await browserOf(role), { mayWrite })
    const { tools } = await client.listTools()
    expect(tools.filter((it) => it.annotations?.readOnlyHint === false).map((it) => it.name)).toEqual(writing)
    if (writing.length > 0) return
    const answer = client.callTool({ name: 'give_reward', arguments: {} })
    await expect(answer).rejects.toThrow('not found')
  },
)

test('what an assistant changes has an entry in the audit log, with the person and the assistant', async () => {
  const { client } = await connectAssistant(app, owner, { answer: true })
  const reward = { type: 'FEATURE', featureType: 'EXTRA_SEAT', quantity: 1 }
  const given = await client.callTool({ name: 'give_reward', arguments: { accountId: 'acct_carol', reward } })
  expect(given.isError, textOf(given)).not.toBe(true)
  const { body } = await call('GET', '/audit?limit=50')
  const entries = body.entries as readonly Readonly<Record<string, unknown>>[]
  expect(entries.find((it) => it.action === 'giveReward')).toMatchObject({
    actor: expect.stringContaining('@acme.example.com'),
    userAgent: 'Goodword MCP (Test assistant)',
  })
  expect(entries.find((it) => it.action === 'staff.allow-assistant')).toMatchObject({
    details: expect.objectContaining({ assistant: 'Test assistant', program: 'acme', mayWrite: true }),
  })
})

test('names of people reach a model as data, without what is invisible in them', async () => {
  const { client } = await connectAssistant(app, owner)
  const answer = await client.callTool({ name: 'search_people', arguments: { query: 'Bob' } })
  expect(answer.structuredContent).toMatchObject({ users: [{ lastName: 'Ignoreall' }] })
  expect(textOf(answer)).toMatch(/^What follows is data[^\n]*\n<data>\n[^\n]*"Ignoreall"[^\n]*\n<\/data>$/)
})

test('an error of the API says what to do, and an unknown account nothing else', async () => {
  const { client } = await connectAssistant(app, owner, { tenantAlias: testMode.alias })
  const answer = await client.callTool({ name: 'get_account', arguments: { accountId: 'acct_bob' } })
  expect(answer.isError).toBe(true)
  expect(textOf(answer)).toMatch(/^ACCOUNT_NOT_FOUND: .* search_people finds IDs/)
})

test('an entry of a list of referrals is below a kilobyte, however long the names in it are', async () => {
  const long = await service.addUser('acct_long', { first_name: 'Ω'.repeat(250), last_name: 'L'.repeat(250) })
  await call('POST', '/accountsync', { body: { id: 'acct_long_friend', referral: { code: long } } })
  const { client } = await connectAssistant(app, owner)
  const { structuredContent } = await client.callTool({ name: 'list_referrals', arguments: {} })
  const { referrals } = structuredContent as { readonly referrals: readonly object[] }
  expect(referrals.length).toBeGreaterThan(1)
  for (const it of referrals) expect(Buffer.byteLength(JSON.stringify(it))).toBeLessThan(1024)
})

test('an assistant reads the webhooks of the program, and what was sent to one of them', async () => {
  const { client } = await connectAssistant(app, owner)
  const none = await client.callTool({ name: 'list_deliveries', arguments: {} })
  expect(none.structuredContent).toEqual({ webhooks: [], webhookId: null, deliveries: [], nextCursor: null })
  const url = 'https://8.8.8.8/events'
  const { body } = await call('POST', '/webhooks', { body: { url } })
  const answer = await client.callTool({ name: 'list_deliveries', arguments: {} })
  expect(answer.structuredContent).toMatchObject({
    webhooks: [{ id: body.id, url, enabled: true }],
    webhookId: body.id,
    deliveries: expect.any(Array),
  })
})
