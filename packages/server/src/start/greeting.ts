import { demoCurls } from '../operations/demo/demo-curls.ts'
import type { Demo, DemoTenant } from '../operations/demo/ensure-demo.ts'

export type Started = {
  readonly baseUrl: string
  /** The folder of the embedded database; null for one of the operator's own. */
  readonly location: string | null
  /** Null when there is none. */
  readonly demo: Demo | null
  /** Null when none is open. */
  readonly shop: { readonly url: string } | null
}

/** The message of a start in a terminal: addresses, keys and commands to try. */
export function greeting({ baseUrl, location, demo, shop }: Started): readonly string[] {
  return [
    '',
    `Goodword is ready at ${baseUrl}`,
    '',
    `  Documentation  ${baseUrl}/docs`,
    `  Database       ${location === null ? 'the PostgreSQL of DATABASE_URL' : `embedded, in ${location}`}`,
    ...(shop === null
      ? []
      : [`  Example shop   ${shop.url} (sign up, copy your link, follow it in a private window)`]),
    ...(demo === null ? firstSteps : aboutDemo(demo, baseUrl)),
    '',
  ]
}

const firstSteps = [
  '',
  'Create a tenant, if you have none yet:',
  '',
  '  npm run --silent goodword -- tenant create acme --landing-page https://www.example.com/welcome',
]

function aboutDemo({ live, test }: Demo, baseUrl: string): readonly string[] {
  const [referrer] = live.people.referrers
  return [
    '',
    'A demo merchant was created for you to try things out (set DEMO=off to start without it).',
    '',
    ...[live, test].flatMap(keysOf),
    `  ${referrer.name}'s share link  ${baseUrl}/r/${live.alias}/${referrer.code}`,
    '',
    'Try these commands, in this order:',
    ...demoCurls(live, baseUrl).flatMap(({ shows, command }) => ['', `  # ${shows}`, `  ${command}`]),
  ]
}

function keysOf({ alias, apiKey, signingKey }: DemoTenant): readonly string[] {
  return [`  ${alias}`, `    API key      ${apiKey}`, `    Signing key  ${signingKey}`, '']
}
