import { readFileSync } from 'node:fs'
import { createClient } from '@goodword/client'
import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { createConfirmations } from './confirmations.ts'
import { createGoodwordServer } from './create-server.ts'
import { openGuides } from './docs/guides.ts'
import type { WriteRight } from './tool.ts'
import { tools } from './tools/all.ts'

/** A client of the SDK, connected to the tools of a caller with these rights. No test here calls the API. */
async function connect(rights: readonly WriteRight[]): Promise<Client> {
  const server = createGoodwordServer({
    tenantAlias: 'test_acme',
    client: createClient({
      baseUrl: 'http://127.0.0.1:1',
      tenantAlias: 'test_acme',
      apiKey: 'none',
      retries: 0,
    }),
    rights,
    confirmations: createConfirmations(new Uint8Array(32), 'test'),
    guides: openGuides(),
    report: () => undefined,
  })
  const [here, there] = InMemoryTransport.createLinkedPair()
  await server.connect(there)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(here)
  return client
}

const reading = tools.filter((it) => it.write === null).map((it) => it.name)

test.for([
  ['only reads', [], []],
  ['may decide', ['decide'], ['review_decide']],
  ['may decide and give', ['decide', 'give'], ['review_decide', 'reward_give']],
] as const)('a caller who %s is offered the tools for that alone', async ([, rights, writing]) => {
  const { tools: listed } = await (await connect(rights)).listTools()
  expect(listed.map((it) => it.name)).toEqual([...reading, ...writing])
  for (const { name, annotations } of listed) {
    const writes = (writing as readonly string[]).includes(name)
    expect(annotations).toMatchObject({ readOnlyHint: !writes, destructiveHint: writes })
  }
})

test('the schemas of all tools need no format that only this service knows', async () => {
  const { tools: listed } = await (await connect(['decide', 'give'])).listTools()
  expect(JSON.stringify(listed)).not.toContain('"format":"')
  expect(JSON.stringify(listed)).not.toContain('"~')
  for (const { inputSchema, outputSchema } of listed) {
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(outputSchema).toMatchObject({ type: 'object' })
  }
})

test('the list of all tools is below 30 kB, because clients send it to their model again and again', async () => {
  const { tools: listed } = await (await connect(['decide', 'give'])).listTools()
  expect(JSON.stringify(listed).length).toBeLessThan(30_000)
  const referrals = listed.find((it) => it.name === 'list_referrals')
  expect(referrals?.outputSchema?.properties).toMatchObject({
    referrals: { type: 'array' },
    totalCount: { type: ['integer', 'null'] },
  })
})

test('the guides are searched without the service', async () => {
  const answer = await (await connect([])).callTool({
    name: 'docs_search',
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
  const answer = await (await connect([])).callTool({ name: 'program_get', arguments: {} })
  expect(answer).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: expect.stringContaining('NO_ANSWER') }],
  })
})

test('the version that assistants are shown is that of the release', async () => {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  expect((await connect([])).getServerVersion()).toMatchObject({ version: JSON.parse(manifest).version })
})
