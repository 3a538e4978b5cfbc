import { readFileSync } from 'node:fs'
import { createClient } from '@goodword/client'
import { rewardTypes } from '@goodword/domain/rewards/reward'
import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { createGoodwordServer } from './create-server.ts'
import { openGuides } from './docs/guides.ts'
import { type PendingWrites, pendingWritesInMemory } from './pending-writes.ts'
import type { Right } from './tool.ts'
import { tools } from './tools/all.ts'

const unreached = createClient({
  baseUrl: 'http://127.0.0.1:1',
  tenantAlias: 'test_acme',
  apiKey: 'none',
  retries: 0,
})

/** Writes that can wait in a portal. */
const inPortal: PendingWrites = { ...pendingWritesInMemory(), address: 'https://example.com/portal' }

/** A client of the SDK, connected to the tools of a caller with these rights. No test here calls the API. */
async function connect(
  rights: readonly Right[],
  { writes = inPortal, capabilities = {} }: { writes?: PendingWrites; capabilities?: object } = {},
): Promise<Client> {
  const server = createGoodwordServer({
    tenantAlias: 'test_acme',
    client: unreached,
    confirmedClient: unreached,
    rights,
    writes,
    guides: openGuides(),
    report: () => undefined,
  })
  const [here, there] = InMemoryTransport.createLinkedPair()
  await server.connect(there)
  const client = new Client({ name: 'test', version: '1' }, { capabilities })
  await client.connect(here)
  return client
}

const everyRight = ['decide', 'give', 'deliveries'] as const
const reading = tools.filter((it) => it.needs === null).map((it) => it.name)

test.for([
  ['only reads', [], []],
  ['reads deliveries', ['deliveries'], ['list_deliveries']],
  ['may decide', ['decide'], ['get_request', 'decide_referral']],
  ['may decide and give', ['decide', 'give'], ['get_request', 'decide_referral', 'give_reward']],
] as const)('a caller who %s is offered the tools for that alone', async ([, rights, further]) => {
  const { tools: listed } = await (await connect(rights)).listTools()
  expect(listed.map((it) => it.name).sort()).toEqual([...reading, ...further].sort())
  for (const { name, annotations } of listed) {
    const writes = name === 'decide_referral' || name === 'give_reward'
    expect(annotations).toMatchObject({ readOnlyHint: !writes, destructiveHint: writes })
  }
})

test('where nothing can wait, a client that cannot ask its user is offered no writes, and none is made', async () => {
  const writes = pendingWritesInMemory()
  const named = async (capabilities: object) =>
    (await (await connect(everyRight, { writes, capabilities })).listTools()).tools.map((it) => it.name)
  expect(await named({})).toEqual([...reading, 'list_deliveries'].sort((a, b) => order(a) - order(b)))
  expect(await named({ elicitation: { form: {} } })).toContain('give_reward')
  const reward = { type: 'CREDIT', unit: 'EUR', credit: 500 }
  const call = { name: 'give_reward', arguments: { accountId: 'acct_bob', reward } }
  const answer = await (await connect(everyRight, { writes })).callTool(call)
  expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^CANNOT_ASK/) }] })
})

const order = (name: string) => tools.findIndex((it) => it.name === name)

test('every tool is named by a verb and what it is about', () => {
  const verbs = /^(?:check|compare|decide|explain|get|give|list|search|simulate)_[a-z]+(?:_[a-z]+)*$/
  expect(tools.map((it) => it.name).filter((it) => !verbs.test(it))).toEqual([])
})

test.for([
  [
    { type: 'CREDIT', unit: 'EUR', amount: 500 },
    'reward.credit is missing. reward has unknown fields: amount.',
  ],
  [{ type: 'PCT_DISCOUNT' }, 'reward.discountPercent is missing.'],
  [{ type: 'MONEY', credit: 5 }, `reward.type must be one of ${rewardTypes.join(', ')}.`],
] as const)(
  'a reward that is not complete (%j) is refused with what its type needs',
  async ([reward, text]) => {
    const client = await connect(everyRight)
    const answer = await client.callTool({ name: 'give_reward', arguments: { accountId: 'a', reward } })
    expect(JSON.stringify(answer)).toContain(text)
    expect(answer.isError).toBe(true)
  },
)

test('the schemas of all tools need no format that only this service knows', async () => {
  const { tools: listed } = await (await connect(everyRight)).listTools()
  expect(JSON.stringify(listed)).not.toContain('"format":"')
  expect(JSON.stringify(listed)).not.toContain('"~')
  for (const { inputSchema, outputSchema } of listed) {
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(outputSchema).toMatchObject({ type: 'object' })
  }
})

test('the list of all tools is below 30 kB, because clients send it to their model again and again', async () => {
  const { tools: listed } = await (await connect(everyRight)).listTools()
  expect(JSON.stringify(listed).length).toBeLessThan(30_000)
  const referrals = listed.find((it) => it.name === 'list_referrals')
  expect(referrals?.outputSchema?.properties).toMatchObject({
    referrals: { type: 'array' },
    totalCount: { type: ['integer', 'null'] },
  })
})

test('statistics are by the week unless an assistant asks for others, as the schema of the tool says', async () => {
  const { tools: listed } = await (await connect([])).listTools()
  const { inputSchema, description } = listed.find((it) => it.name === 'get_statistics') ?? {}
  expect(inputSchema?.properties).toMatchObject({ interval: { default: 'WEEK' } })
  expect(description).not.toMatch(/per (?:day|month)|DAY|MONTH/)
})

test('the guides are searched without the service', async () => {
  const answer = await (await connect([])).callTool({
    name: 'search_docs',
    arguments: { query: 'verify webhook signature' },
  })
  expect(answer.structuredContent).toMatchObject({ passages: [{ guide: 'webhooks' }, {}, {}] })
})

test('arguments that do not fit are refused with the argument, and 100 kB of them without being repeated', async () => {
  const client = await connect([])
  const misspelled = await client.callTool({ name: 'search_people', arguments: { qeury: 'bob' } })
  expect(misspelled).toMatchObject({ isError: true })
  const long = await client.callTool({ name: 'search_people', arguments: { query: 'x'.repeat(100_000) } })
  expect(long).toMatchObject({ isError: true })
  expect(JSON.stringify(long).length).toBeLessThan(2000)
})

test('a service that is not reached is an answer with what happened', async () => {
  const answer = await (await connect([])).callTool({ name: 'get_program', arguments: {} })
  expect(answer).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: expect.stringContaining('NO_ANSWER') }],
  })
})

test('the version that assistants are shown is that of the release', async () => {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  expect((await connect([])).getServerVersion()).toMatchObject({ version: JSON.parse(manifest).version })
})
