import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Merchant, merchantAt } from '@goodword/server/testing/merchant'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { apiCaller } from '../testing/api-caller.ts'
import { type StartedGoodword, startGoodword } from '../testing/start-goodword.ts'

export const OWNER = { name: 'Olivia Owner', email: 'olivia@acme.example', password: 'correct horse battery' }

type TenantAlias = Parameters<typeof merchantAt>[1]['alias']

const LIVE = 'acme' as TenantAlias
// As the service names the test mode of a program.
const TEST = `test_${LIVE}` as TenantAlias

export type RunningPortal = {
  readonly url: string
  /** The test program of a fresh merchant, with sample data. */
  readonly alias: string
  /** The alias of the live program, which is without data. */
  readonly live: string
  /** Calls of the test program, as the owner. */
  readonly tenant: Merchant
  /** Calls of the live program, as the owner. */
  readonly liveTenant: Merchant
  /** The settings with which the operator's command line reaches the same database. */
  readonly env: Settings
  /** A browser profile in which the owner is signed in. */
  readonly signedIn: (browser: Browser, options?: BrowserContextOptions) => Promise<BrowserContext>
  /** Throws when the service met a defect of its own. */
  readonly stop: () => Promise<void>
}

type Settings = Readonly<Record<string, string>>

export const portalSettings: Settings = { RATE_LIMITS: 'off', ALLOW_LOCAL_TARGETS: 'on' }

/** A service with the embedded database, a first owner and sample data. */
export async function startPortal(): Promise<RunningPortal> {
  const goodword = await startGoodword(portalSettings)
  try {
    const cookie = await addSampleProgram(goodword.url, welcomeToken(goodword.env))
    return runningPortal(goodword, cookie)
  } catch (error) {
    await goodword.stop()
    throw error
  }
}

/** Signs the first owner up, whose program gets sample data; returns the owner's cookie. */
export async function addSampleProgram(url: string, token: string): Promise<string> {
  const cookie = await post(url, '/portal/welcome', { token, ...OWNER, company: 'Acme Inc.', alias: LIVE })
  await addSampleData(merchantOf(url, cookie))
  return cookie
}

/** Sends something to the portal that signs in; returns the cookie. */
export async function post(url: string, path: string, body: object): Promise<string> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const [cookie] = response.headers.getSetCookie()
  if (!response.ok || cookie === undefined) throw new Error(`${path} failed: ${await response.text()}`)
  return cookie.replace(/;.*$/, '')
}

/** The portal of a service that has the sample program, with the cookie of its owner. */
export function runningPortal({ url, env, stop }: StartedGoodword, cookie: string): RunningPortal {
  const [name = '', value = ''] = cookie.split('=')
  return {
    url,
    env,
    stop,
    alias: TEST,
    live: LIVE,
    tenant: merchantOf(url, cookie),
    liveTenant: merchantOf(url, cookie, LIVE),
    async signedIn(browser, options = {}) {
      const context = await browser.newContext(options)
      await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
      return context
    },
  }
}

/** The link for the first owner, which the service keeps in a file beside the embedded database. */
function welcomeToken(env: Settings): string {
  const links = JSON.parse(readFileSync(join(env.DATA_DIR ?? '', 'portal.json'), 'utf8'))
  return new URL(links.welcome).searchParams.get('token') ?? ''
}

function merchantOf(url: string, cookie: string, alias = TEST): Merchant {
  const call = apiCaller(url, alias, () => ({ origin: url, cookie }))
  return merchantAt(call, { alias, apiKey: '', signingKey: '' })
}

const people = [
  ['Ada', 'Lovelace'],
  ['Bartholomew-Alexander', 'Featherstonehaugh'],
  ['محمد', 'الخوارزمي'],
  ['Zoë', 'Ångström'],
  ['Наталья', 'Иванова'],
  ['Grace', 'Hopper'],
] as const

/** The data of friends that fraud rules find: the referrer's e-mail address, and the referrer's user ID. */
const foundByRules: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  9: { email: 'Referrer3+friend@example.com' },
  18: { id: 'acct_ada_user' },
}

/** A currency as settings have it. */
export const EUR = 'EUR' as NonNullable<Parameters<Merchant['program']>[0]['currency']>

/** A program with people, referrals in every state, rewards of every kind and something to review. */
async function addSampleData(merchant: Merchant): Promise<void> {
  await merchant.program({
    name: 'Acme Cloud',
    currency: EUR,
    landingPage: 'https://shop.example.com/welcome',
    referredReward: { type: 'PCT_DISCOUNT', discountPercent: 20, monthsDiscountIsValid: 12 },
    referrerReward: { type: 'CREDIT', unit: 'EUR', credit: 1500 },
  })
  const codes = await addReferrers(merchant)
  for (let index = 0; index < 30; index += 1) {
    const [firstName, lastName] = people[(index * 5 + 1) % people.length] ?? people[0]
    const id = `acct_friend_${index}`
    const email = `friend${index}@example.com`
    await merchant.user(id, { firstName, lastName, email, ...foundByRules[index] })
    const code = codes[index % codes.length]
    await merchant.sync(id, {
      subscription: { status: 'TRIAL', value: 49.9, currency: 'EUR' },
      referral: { code },
    })
    if (index % 3 !== 0) await merchant.pay(id)
    if (index % 7 === 1) await merchant.leave(id)
  }
  // An account without a user and without a referral.
  await merchant.sync('acct_dana', { subscription: { status: 'TRIAL', value: 49.9, currency: 'EUR' } })
  await moderateSome(merchant)
  await merchant.give('acct_ada', { type: 'CREDIT', unit: 'EUR', credit: 1550 })
  await merchant.give('acct_ada', { type: 'TIME_CREDIT', unit: 'DAY', credit: 14 })
  await merchant.give('acct_ada', { type: 'FEATURE', featureType: 'Extra seat', quantity: 2 })
  await merchant.requestOk(
    'POST',
    '/webhooks',
    { url: 'https://127.0.0.1/goodword/events', description: 'Order system' },
    'sample-webhook',
  )
  await merchant.requestOk('POST', '/exports', { kind: 'referrals', format: 'csv' })
}

async function addReferrers(merchant: Merchant): Promise<readonly string[]> {
  const codes: string[] = []
  for (const [index, [firstName, lastName]] of people.entries()) {
    const id = index === 0 ? 'acct_ada' : `acct_referrer_${index}`
    codes.push(await merchant.user(id, { firstName, lastName, email: `referrer${index}@example.com` }))
  }
  return codes
}

async function moderateSome(merchant: Merchant): Promise<void> {
  for (const [index, action] of [
    [2, 'PEND'],
    [5, 'PEND'],
    [9, 'DENY'],
  ] as const) {
    const { id } = await merchant.referral(`acct_friend_${index}`)
    await merchant.moderate(action, String(id))
  }
}
