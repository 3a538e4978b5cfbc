import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { signUser } from '@goodword/client'
import { startNode } from '@goodword/testing/node-program'
import { packPackages } from '@goodword/testing/packed-package'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, onTestFinished } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { createProgram, goodwordUrl } from '../testing/goodword.ts'
import { openVisitor } from '../testing/visitor.ts'
import { buildPackages, examplesFolder, freePort } from './example-app.ts'

const commandLine = resolve(import.meta.dirname, '../../../packages/cli/src/main.ts')

export type FreshApp = {
  /** The example that it is made like. */
  readonly example: 'vite-react' | 'next' | 'nuxt'
  readonly framework: 'browser' | 'react'
  /** The files of the example without code of Goodword. */
  readonly kept: readonly string[]
  /** The rest of it, by path. */
  readonly written: Readonly<Record<string, string>>
  /** The file that `init` writes in which a person is named, and the text there that is followed by them. */
  readonly names: { readonly path: string; readonly after: string }
  readonly start: (port: string) => readonly string[]
}

/**
 * Makes an application like an example that knows nothing of Goodword, lets `goodword init` integrate it with the packed packages,
 * names a signed-in person as its last step says, and opens it in a browser by a share link.
 */
export async function tryFreshApp({
  example,
  framework,
  kept,
  written,
  names,
  start,
}: FreshApp): Promise<void> {
  const folder = temporaryFolder()
  const app = join(folder, example)
  mkdirSync(app)
  for (const file of ['package.json', 'package-lock.json', '.npmrc', 'tsconfig.json', ...kept])
    cpSync(join(examplesFolder, example, file), join(app, file))
  for (const [path, text] of Object.entries(written)) write(join(app, path), text)
  const { live: tenant } = await createProgram()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  await tenant.program({ landingPage: `${url}/` })
  const env = {
    ...process.env,
    CI: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
    npm_config_prefer_offline: 'true',
    npm_config_ignore_scripts: 'true',
    GOODWORD_URL: goodwordUrl(),
    GOODWORD_TENANT: tenant.alias,
    GOODWORD_API_KEY: tenant.apiKey,
  }
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: app, env, encoding: 'utf8', stdio: 'pipe' })
  run('npm', 'ci')
  const packed = join(folder, 'packed')
  mkdirSync(packed)
  packPackages(await buildPackages(folder, framework), packed)
  run(
    process.execPath,
    commandLine,
    'init',
    '--framework',
    example.replace('-react', ''),
    '--packages',
    packed,
    '--yes',
  )
  const person = { accountId: 'acct_fresh', userId: 'fresh' }
  const { accountId, userId: id } = person
  const token = await signUser({ accountId, id }, { signingKey: tenant.signingKey })
  const file = join(app, names.path)
  const module = readFileSync(file, 'utf8')
  expect(module).toContain(names.after)
  const named = `${names.after}, user: ${JSON.stringify(person)}, token: '${token}'`
  writeFileSync(file, module.replace(names.after, named))
  cpSync(join(app, '.env.example'), join(app, '.env'))
  const variables = parseEnv(readFileSync(join(app, '.env'), 'utf8')) as Record<string, string>
  run('npm', 'run', 'build')
  const program = startNode(start(port), {
    cwd: app,
    env: { ...variables, HOME: folder, HOST: '127.0.0.1', PORT: port, NODE_ENV: 'production' },
  })
  onTestFinished(async () => {
    program.child.kill('SIGTERM')
    await program.ended
  })
  await program.waitForOutput(new RegExp(`127[.]0[.]0[.]1:${port}`))
  const code = await tenant.user(`rita_${example}`)
  const { page, context, faults } = await openVisitor(await launchBrowser())
  await page.goto(`${url}/?refCode=${code}`)
  await page.getByRole('heading', { name: 'Fresh larder' }).waitFor()
  const cookie = async () =>
    (await context.cookies()).find(({ name }) => name === `_gw_${tenant.alias}`)?.value.split('.')[0]
  await expect.poll(cookie).toBe(code)
  const status = async () =>
    (await tenant.request('GET', `/account/${person.accountId}/user/${person.userId}`)).status
  await expect.poll(status).toBe(200)
  const { referrals } = await tenant.requestOk('GET', `/referrals?referringAccountId=rita_${example}`)
  expect(referrals).toMatchObject([{ status: 'IN_PROGRESS' }])
  expect(faults).toEqual([])
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
