import { join } from 'node:path'
import { demoCurls } from '../../administration/demo/demo-curls.ts'
import type { DemoRewards } from '../../administration/demo/demo-rewards.ts'
import type { Demo, DemoTenant } from '../../administration/demo/ensure-demo.ts'

export type Started = {
  readonly baseUrl: string
  /** The folder of the embedded database; null for one of the operator's own. */
  readonly location: string | null
  /** Where log lines go; null for the terminal. */
  readonly logFile: string | null
  /** Parts that did not start as they should, and facts to know. */
  readonly notices: readonly string[]
  /** Null when there is none. */
  readonly demo: Demo | null
  /** Null when none is open. Its program may give referrers something else than the rewards of the demo: null. */
  readonly shop: { readonly url: string; readonly rewards: DemoRewards | null } | null
  /** Null when none is open. */
  readonly gateway: { readonly url: string; readonly testCard: string; readonly isKept: boolean } | null
  /** Whether a year of sample data is there, or is being made. */
  readonly hasSampleYear: boolean
  readonly portal: PortalLinks
}

/** One-time links to the portal, each null where there is no need for it. */
export type PortalLinks = {
  /** The link for the first owner. */
  readonly welcome: string | null
  /** Signed in as the demo merchant. */
  readonly demo: string | null
}

/** Where the links of the last start are. */
export function portalFile(dataDir: string): string {
  return join(dataDir, 'portal.json')
}

/** The message of a start in a terminal: addresses, keys and commands to try. */
export function greeting(started: Started): readonly string[] {
  const { baseUrl, location, logFile, notices, demo, shop, gateway, portal } = started
  return [
    '',
    `Goodword is ready at ${baseUrl}`,
    '',
    `  Documentation  ${baseUrl}/docs`,
    `  Portal         ${baseUrl}/portal/`,
    ...(shop === null ? [] : [`  Example shop   ${shop.url}`]),
    ...(gateway === null ? [] : [`  Test payments  ${gateway.url}`]),
    `  Database       ${location === null ? 'the PostgreSQL of DATABASE_URL' : `embedded, in ${location}`}`,
    ...(logFile === null ? [] : [`  Log            ${logFile} (npm start -- --verbose shows it here)`]),
    ...(demo === null ? firstSteps : aboutDemo(demo, baseUrl)),
    // Last, where they are seen without scrolling.
    ...(shop === null ? [] : tour(shop, started)),
    ...aboutOwner(portal.welcome),
    ...notices.flatMap((it) => ['', `Note: ${it}`]),
    '',
  ]
}

/** What the tour shows of each reward at the end: the friends that it takes, and Ann's bills once the clock was moved. */
const shownOf: Readonly<Record<DemoRewards, { readonly friends: 1 | 2; readonly bills: string }>> = {
  percentage: { friends: 1, bills: 'by a month and a day: Ann’s next bill has 10 % off too' },
  queue: {
    friends: 2,
    bills:
      'twice by a month and a day: Ann’s next two bills are free, one after the other, one for each friend',
  },
  share: { friends: 1, bills: 'by a month and a day: 20 % of what the friend paid is off Ann’s next bill' },
}

const shownOfOther = {
  friends: 1,
  bills: 'by a month and a day: what your program gives Ann is off her next bill, if it comes off bills',
} as const

/** The tour that shows a referral from link to bill in two minutes. The link works once and for a day. */
function tour(
  { url: shopUrl, rewards }: NonNullable<Started['shop']>,
  { gateway, portal: { demo: portalUrl }, hasSampleYear }: Started,
): readonly string[] {
  const { friends, bills } = rewards === null ? shownOfOther : shownOf[rewards]
  const people = friends === 1 ? 'her friend' : 'her friends'
  const steps = [
    `Open ${shopUrl}, start the trial as Ann, choose a plan and pay with the card ${gateway?.testCard ?? '4111 1111 1111 1111'}.`,
    'Copy your link from your account, open it in a private window, and sign up there as a friend.',
    'Pay there too: the first bill has 10 % off, and Ann’s account shows the referral as converted.',
    ...(friends === 1 ? [] : ['Close that window, and bring a second friend in the same way.']),
    ...(gateway === null ? [] : [`Open ${gateway.url} and move the clock ${bills}.`]),
    ...(portalUrl === null
      ? []
      : [
          `Open the portal as the owner of this program, which shows Ann${hasSampleYear ? `, ${people} and a year of sample data` : ` and ${people}`}:\n     ${portalUrl}\n     The link works once, within a day. For another one: npm run --silent goodword -- demo link`,
        ]),
  ]
  const notes = [
    ...(hasSampleYear && gateway !== null
      ? [
          'The sample data move the clock of shop, bills and portal a year ahead, so they are dated next year. Begin when the last line says that they are complete.',
        ]
      : []),
    ...(gateway?.isKept === false
      ? [
          'The local Stripe keeps nothing: after a restart, start the trial again. A friend who had a reward before needs another e-mail address, or the reward waits for a review.',
        ]
      : []),
  ]
  return [
    '',
    'A tour of two minutes:',
    '',
    ...steps.map((step, index) => `  ${index + 1}. ${step}`),
    ...notes.flatMap((it) => ['', `  ${it}`]),
  ]
}

/** The link works once and for a day; the next start prints a new one. */
function aboutOwner(welcomeUrl: string | null): readonly string[] {
  if (welcomeUrl === null) return []
  return [
    '',
    'For a program of your own, create your account as the first owner (works once, within a day):',
    '',
    `  ${welcomeUrl}`,
    '',
    '  A website to try it with: npm run shop, in a second terminal, asks for the snippet of the portal.',
  ]
}

const firstSteps = [
  '',
  'Create a tenant, if you have none yet:',
  '',
  '  npm run --silent goodword -- tenant create acme --landing-page https://www.example.com/welcome',
]

function aboutDemo({ live, test }: Demo, baseUrl: string): readonly string[] {
  const [referrer] = live.users.referrers
  return [
    '',
    'A demo merchant was created for you to try things out (DEMO=empty starts without its sample data, DEMO=off without it).',
    '',
    ...[live, test].flatMap(keysOf),
    `  ${referrer.name}'s share link  ${baseUrl}/r/${live.alias}/${referrer.code}`,
    `  Page for referrers  ${baseUrl}/p/${test.alias} (links to sign in are not sent: GET mails has them)`,
    '',
    'Try these commands, in this order:',
    ...demoCurls(live, baseUrl).flatMap(({ shows, command }) => ['', `  # ${shows}`, `  ${command}`]),
  ]
}

function keysOf({ alias, apiKey, signingKey }: DemoTenant): readonly string[] {
  return [`  ${alias}`, `    API key      ${apiKey}`, `    Signing key  ${signingKey}`, '']
}
