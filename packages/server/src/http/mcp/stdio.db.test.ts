import { fileURLToPath } from 'node:url'
import { startNode } from '@goodword/testing/node-program'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { startTestService } from '../../testing/test-service.ts'

const PROGRAM = fileURLToPath(new URL('../../../../mcp/src/main.ts', import.meta.url))

const { app, live, call, newKey } = await startTestService()
const url = await app.listen({ port: 0, host: '127.0.0.1' })

const environment = (apiKey: string) => ({
  GOODWORD_URL: url,
  GOODWORD_TENANT: live.alias,
  GOODWORD_API_KEY: apiKey,
})

async function connect(apiKey: string, answer?: boolean): Promise<Client> {
  const capabilities = answer === undefined ? {} : { elicitation: {} }
  const client = new Client({ name: 'test', version: '1' }, { capabilities })
  if (answer !== undefined) {
    client.setRequestHandler('elicitation/create', async () => ({
      action: 'accept',
      content: { confirm: answer },
    }))
  }
  const command = process.execPath
  await client.connect(new StdioClientTransport({ command, args: [PROGRAM], env: environment(apiKey) }))
  onTestFinished(() => client.close())
  return client
}

test('a program with a key reads, and gives a reward after its user agreed', async () => {
  await call('POST', '/accountsync', { body: { id: 'acct_bob' } })
  const client = await connect(live.apiKey, true)
  expect((await client.listTools()).tools).toHaveLength(14)
  const read = await client.callTool({ name: 'get_account', arguments: { accountId: 'acct_bob' } })
  expect(read.structuredContent).toMatchObject({ account: { id: 'acct_bob' } })
  const reward = { type: 'CREDIT', unit: 'EUR', credit: 500 }
  const given = await client.callTool({ name: 'reward_give', arguments: { accountId: 'acct_bob', reward } })
  expect(given.structuredContent).toMatchObject({ reward: { credit: 500 } })
  expect((await call('GET', '/rewards?accountId=acct_bob')).body.totalCount).toBe(1)
})

test('a key that only reads is offered no tool that writes', async () => {
  const { apiKey } = await newKey(['read'])
  const { tools } = await (await connect(apiKey)).listTools()
  expect(tools.filter((it) => it.annotations?.readOnlyHint !== true)).toEqual([])
})

test.for([
  ['a key that is not valid', { GOODWORD_API_KEY: 'gw_live_wrong' }, 1, 'does not accept the key'],
  ['a service that is not reached', { GOODWORD_URL: 'http://127.0.0.1:9' }, 69, 'was not reached'],
  ['a test key for a live program', { GOODWORD_API_KEY: 'gw_test_key' }, 2, 'of test mode'],
] as const)('a start with %s ends with a sentence on standard error', async ([, change, code, text]) => {
  const program = startNode([PROGRAM], { env: { ...environment(live.apiKey), ...change } })
  expect(await program.ended).toMatchObject({ code, output: '', errors: expect.stringContaining(text) })
})
