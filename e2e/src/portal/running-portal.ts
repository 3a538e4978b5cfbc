import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Merchant, merchantAt } from '@goodword/server/testing/merchant'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { apiCaller } from '../testing/api-caller.ts'
import { startGoodword } from '../testing/start-goodword.ts'
import { addSampleData } from './sample-data.ts'

export const OWNER = { name: 'Olivia Owner', email: 'olivia@acme.example', password: 'correct horse battery' }

export type RunningPortal = {
  readonly url: string
  /** The test program of a fresh merchant, with sample data. */
  readonly alias: string
  /** The same program live, without data. */
  readonly live: string
  /** Calls of the test program, as the owner. */
  readonly tenant: Merchant
  /** What the operator's command line needs to reach the same database. */
  readonly env: Settings
  /** A browser profile in which the owner is signed in. */
  readonly signedIn: (browser: Browser, options?: BrowserContextOptions) => Promise<BrowserContext>
  /** Throws when the service met a defect of its own. */
  readonly stop: () => Promise<void>
}

type Settings = Readonly<Record<string, string>>

/** A service of its own with a first owner and sample data. */
export async function startPortal(expectedErrors?: RegExp): Promise<RunningPortal> {
  const settings = { RATE_LIMITS: 'off', ALLOW_LOCAL_TARGETS: 'on' }
  const { url, env, stop } = await startGoodword(settings, expectedErrors)
  try {
    const { alias, cookie } = await signUp(url, welcomeToken(env))
    const tenant = merchantOf(url, alias, cookie)
    await addSampleData(tenant)
    const [name = '', value = ''] = cookie.split('=')
    const signedIn: RunningPortal['signedIn'] = async (browser, options = {}) => {
      const context = await browser.newContext(options)
      await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
      return context
    }
    return { url, env, alias, live: alias.replace(/^test_/, ''), tenant, signedIn, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The link for the first owner, which the service keeps in a file beside the embedded database. */
export function welcomeToken(env: Settings): string {
  const links = JSON.parse(readFileSync(join(env.DATA_DIR ?? '', 'portal.json'), 'utf8'))
  return new URL(links.welcome).searchParams.get('token') ?? ''
}

type TenantAlias = Parameters<typeof merchantAt>[1]['alias']

async function signUp(url: string, token: string) {
  const response = await fetch(`${url}/portal/welcome`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...OWNER, company: 'Acme Inc.', alias: 'acme' }),
  })
  const answer = await response.json()
  const [cookie] = response.headers.getSetCookie()
  if (!response.ok || cookie === undefined) throw new Error(`sign-up failed: ${JSON.stringify(answer)}`)
  return { alias: String(answer.tenantAlias) as TenantAlias, cookie: cookie.replace(/;.*$/, '') }
}

function merchantOf(url: string, alias: TenantAlias, cookie: string): Merchant {
  const call = apiCaller(url, alias, () => ({ origin: url, cookie }))
  return merchantAt(call, { alias, apiKey: '', signingKey: '' })
}
