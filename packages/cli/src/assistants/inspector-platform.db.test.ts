import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { openOauthClient } from '@goodword/server/testing/assistants/oauth-client'
import { addStaff, signedIn } from '@goodword/server/testing/staff/team'
import { startTestService } from '@goodword/server/testing/test-service'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'
import { commandLine } from '../testing/run-goodword.ts'

// The public inspector of the protocol: 112 packages with native code, so that it is installed where this test runs.
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0'
/** Its own limit of 15 seconds is short for a program that starts while the machine is busy. */
const CONNECT_MS = 300_000

const { app, ctx, live, addUser } = await startTestService()
const url = await app.listen({ port: 0, host: '127.0.0.1' })
await addUser('acct_rita')
const folder = temporaryFolder()
const run = promisify(execFile)
await run('npm', ['install', INSPECTOR, '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'])

/** Runs the inspector without its page, against a program or an address; rejects unless it ends with 0. */
async function inspect(...args: string[]): Promise<unknown> {
  const inspector = join(folder, 'node_modules/.bin/mcp-inspector')
  const env = { PATH: process.env.PATH ?? '', HOME: folder }
  const { stdout } = await run(inspector, ['--cli', ...args, '--connect-timeout', `${CONNECT_MS}`], {
    cwd: folder,
    env,
  })
  return JSON.parse(stdout)
}

const { email } = await addStaff(ctx, live, 'owner')
const { newTokens } = await openOauthClient(app, await signedIn(app, email))
const { access } = await newTokens()
const key = { GOODWORD_URL: url, GOODWORD_TENANT: live.alias, GOODWORD_API_KEY: live.apiKey }
const variables = Object.entries(key).flatMap(([name, value]) => ['-e', `${name}=${value}`])

// Without its page it cannot ask its user: only by address may changes wait for a person.
test.for([
  ['goodword mcp', 14, [process.execPath, commandLine, 'mcp', ...variables]],
  [
    'goodword-mcp',
    14,
    [process.execPath, resolve(import.meta.dirname, '../../../mcp/src/main.ts'), ...variables],
  ],
  ['POST /mcp', 17, [`${url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${access}`]],
] as const)(
  'the inspector finds nothing wrong with the tools of %s, and calls one',
  async ([, count, target]) => {
    const listed = await inspect(...target, '--method', 'tools/list', '--strict')
    expect(Object(listed).tools).toHaveLength(count)
    const call = ['--method', 'tools/call', '--tool-name', 'explain_referral']
    const answer = await inspect(...target, ...call, '--tool-arg', 'accountId=acct_rita')
    expect(answer).toMatchObject({ structuredContent: { account: { id: 'acct_rita' }, referral: null } })
  },
)
