import { resolve } from 'node:path'
import { startTestService } from '@goodword/server/testing/test-service'
import { startNode, withBundles } from '@goodword/testing/node-program'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, onTestFinished, test } from 'vitest'
import { commandLine, runGoodword } from '../testing/run-goodword.ts'

const { app, live, test: testMode, call, newKey, addUser } = await startTestService()
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const code = await addUser('acct_rita')

type Keys = { readonly alias: string; readonly apiKey: string }
type Environment = Readonly<Record<string, string>>

/** Both programs that an assistant starts. */
const programs = {
  'goodword mcp': [...withBundles([commandLine]), 'mcp'],
  'goodword-mcp': withBundles([resolve(import.meta.dirname, '../../../mcp/src/main.ts')]),
} as const

const environment = ({ alias, apiKey }: Keys): Environment => ({
  GOODWORD_URL: url,
  GOODWORD_TENANT: alias,
  GOODWORD_API_KEY: apiKey,
})

/** Starts a program as an assistant does, which answers questions as given, or cannot ask. */
async function connect(
  env: Environment,
  { args = programs['goodword mcp'], answer }: { args?: readonly string[]; answer?: boolean } = {},
): Promise<Client> {
  const capabilities = answer === undefined ? {} : { elicitation: {} }
  const client = new Client({ name: 'test', version: '1' }, { capabilities })
  if (answer !== undefined) {
    client.setRequestHandler('elicitation/create', async () => ({
      action: 'accept',
      content: { confirm: answer },
    }))
  }
  const command = process.execPath
  await client.connect(new StdioClientTransport({ command, args: [...args], env: { ...env } }))
  onTestFinished(() => client.close())
  return client
}

const textOf = (answer: { content?: unknown }) => String(Object((answer.content as unknown[])[0]).text)
const explain = async (client: Client, accountId: string) =>
  (await client.callTool({ name: 'explain_referral', arguments: { accountId } })).structuredContent

test('an assistant with the profile of a developer reads why referrals did not convert', async () => {
  const env = { GOODWORD_CONFIG_DIR: temporaryFolder() }
  const login = ['login', '--url', url, '--tenant', live.alias]
  expect(await runGoodword(login, { env, input: live.apiKey })).toMatchObject({ code: 0 })
  await call('POST', '/accountsync', {
    body: { id: 'acct_trial', referral: { code }, subscription: { status: 'TRIAL' } },
  })
  await call('POST', '/accountsync', { body: { id: 'acct_late', subscription: { status: 'PAID' } } })
  await call('POST', '/accountsync', { body: { id: 'acct_late', referral: { code } } })
  const client = await connect(env)
  expect(await explain(client, 'acct_trial')).toMatchObject({
    account: { standing: 'REFERRED', subscription: { status: 'TRIAL' } },
    referral: { status: 'IN_PROGRESS', dateConverted: null },
  })
  expect(await explain(client, 'acct_late')).toMatchObject({
    account: { standing: 'CLOSED' },
    referral: null,
    timeline: { events: expect.arrayContaining([expect.objectContaining({ type: 'attribution.skipped' })]) },
  })
})

describe.for(Object.entries(programs))('the program %s', ([name, args]) => {
  test(`a program with a key reads, and gives a reward after its user agreed (${name})`, async () => {
    const accountId = `acct_bob_${args.length}`
    await call('POST', '/accountsync', { body: { id: accountId } })
    const client = await connect(environment(live), { args, answer: true })
    expect((await client.listTools()).tools).toHaveLength(16)
    const read = await client.callTool({ name: 'get_account', arguments: { accountId } })
    expect(read.structuredContent).toMatchObject({ account: { id: accountId } })
    const reward = { type: 'CREDIT', unit: 'EUR', credit: 500 }
    const given = await client.callTool({ name: 'give_reward', arguments: { accountId, reward } })
    expect(given.structuredContent).toMatchObject({ reward: { credit: 500 } })
    expect((await call('GET', `/rewards?accountId=${accountId}`)).body.totalCount).toBe(1)
  })

  test.for([
    ['a key that is not valid', { GOODWORD_API_KEY: 'gw_live_wrong' }, 1, 'does not accept the key'],
    ['a key of another program', { GOODWORD_TENANT: 'other' }, 1, 'does not accept the key'],
    ['a service that is not reached', { GOODWORD_URL: 'http://127.0.0.1:9' }, 69, 'was not reached'],
    ['a test key for a live program', { GOODWORD_API_KEY: 'gw_test_key' }, 2, 'of test mode'],
  ] as const)(
    `a start with %s ends with a sentence on standard error (${name})`,
    async ([, change, code, text]) => {
      const env = { ...environment(live), ...change }
      const isProcess = name === 'goodword-mcp'
      const { errors, ...ended } = await (isProcess
        ? startNode(args, { env }).ended
        : runGoodword(['mcp'], { env }))
      expect(ended).toEqual({ code, output: '' })
      expect(errors).toContain(text)
      expect(errors).not.toMatch(/\n\s+at |gw_live_\w/)
    },
  )
})

test('a key that only reads is offered no tool that writes', async () => {
  const { apiKey } = await newKey(['read'])
  const { tools } = await (await connect(environment({ ...live, apiKey }))).listTools()
  expect(tools.filter((it) => it.annotations?.readOnlyHint !== true)).toEqual([])
})

test('the tools of a test program know nothing of the live one', async () => {
  const client = await connect(environment(testMode))
  expect(client.getInstructions()).toMatch(/^The referral program test_acme \(test data\)/)
  const answer = await client.callTool({ name: 'get_account', arguments: { accountId: 'acct_rita' } })
  expect([answer.isError, textOf(answer)]).toEqual([true, expect.stringContaining('ACCOUNT_NOT_FOUND')])
})

test('inputs of any size get an answer, and the next call another one', async () => {
  const client = await connect(environment(live))
  const search = (query: string) => client.callTool({ name: 'search_people', arguments: { query } })
  for (const query of ['x'.repeat(2 ** 21), 'Ω'.repeat(2 ** 16), '\u0000'])
    expect((await search(query)).isError).toBe(true)
  const many = { name: 'list_referrals', arguments: { limit: 51 } }
  expect(await client.callTool(many)).toMatchObject({ isError: true })
  expect((await search('acct_rita')).structuredContent).toMatchObject({ users: [{}] })
})
