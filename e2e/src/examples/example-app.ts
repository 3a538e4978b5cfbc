import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { startNode } from '@goodword/testing/node-program'
import { packPackages } from '@goodword/testing/packed-package'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll } from 'vitest'
import { buildPagePackage, type PagePackage } from '../../../packages/browser/build.ts'
import { buildClient } from '../../../packages/client/build.ts'
import { createProgram, goodwordUrl, type Tenant } from '../testing/goodword.ts'

export const examplesFolder = resolve(import.meta.dirname, '../../../examples')

export type ExampleApp = { readonly url: string; readonly tenant: Tenant }

type Example = {
  readonly name: 'vite-react' | 'next' | 'nuxt'
  readonly framework: Exclude<PagePackage, 'browser'>
  /** The command that starts it in its folder, and its variables beside those of the service. */
  readonly start: (port: string) => { readonly args: readonly string[]; readonly env?: Environment }
}
type Environment = Readonly<Record<string, string>>

/**
 * An example as a reader of it has it: its packages by its own lock, ours from what `npm pack` makes, built and started, with a
 * program of its own whose share links lead to it. For the tests of a file.
 */
export async function openExample({ name, framework, start }: Example): Promise<ExampleApp> {
  const folder = temporaryFolder()
  const app = join(folder, name)
  cpSync(join(examplesFolder, name), app, { recursive: true, filter: (path) => !isMade(path) })
  const { live: tenant } = await createProgram()
  const port = await freePort()
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    CI: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production',
  }
  const npm = (...args: string[]) =>
    execFileSync('npm', args, {
      cwd: app,
      env: { ...process.env, ...environment },
      encoding: 'utf8',
      stdio: 'pipe',
    })
  npm('ci', '--include=dev', '--ignore-scripts', '--prefer-offline')
  const dists = await buildPackages(folder, framework)
  npm(
    'install',
    '--no-save',
    '--include=dev',
    '--prefer-offline',
    '--ignore-scripts',
    ...packPackages(dists, folder).tarballs,
  )
  npm('run', 'build')
  const { args, env = {} } = start(port)
  const program = startNode(args, {
    cwd: app,
    env: {
      ...environment,
      PORT: port,
      GOODWORD_URL: goodwordUrl(),
      GOODWORD_TENANT: tenant.alias,
      GOODWORD_API_KEY: tenant.apiKey,
      GOODWORD_SIGNING_KEY: tenant.signingKey,
      NUXT_PUBLIC_GOODWORD_URL: goodwordUrl(),
      NUXT_PUBLIC_TENANT_ALIAS: tenant.alias,
      NUXT_API_KEY: tenant.apiKey,
      NUXT_SIGNING_KEY: tenant.signingKey,
      ...env,
    },
  })
  afterAll(async () => {
    program.child.kill('SIGTERM')
    await program.ended
  })
  await program.waitForOutput(new RegExp(`127[.]0[.]0[.]1:${port}`))
  const url = `http://127.0.0.1:${port}`
  await tenant.program({ landingPage: `${url}/`, showReferrerName: true })
  return { url, tenant }
}

/** Whether a folder of an example is generated, as after a trial by hand. */
function isMade(path: string): boolean {
  return /[/](node_modules|dist|[.]next|[.]nuxt|[.]output)$/.test(path)
}

/** Builds the client and the packages for pages of a framework; resolves with their folders. */
export async function buildPackages(folder: string, framework: PagePackage): Promise<readonly string[]> {
  const client = join(folder, 'client')
  await buildClient(client)
  const ofPages = [...new Set(['browser', framework] as const)]
  for (const name of ofPages) await buildPagePackage(name, join(folder, name))
  return [client, ...ofPages.map((name) => join(folder, name))]
}

export async function freePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return String(port)
}
