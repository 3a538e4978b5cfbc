import { allEndpoints } from '@goodword/contract/all-endpoints'
import type { Endpoint } from '@goodword/contract/frame/endpoint'
import { isReservedCode, parseChosenCode } from '@goodword/domain/referrals/chosen-code'
import { describe, expect, test } from 'vitest'
import { createTenant } from '../administration/tenants/create-tenant.ts'
import { createLogger } from '../engine/logging/logger.ts'
import { testContext } from '../testing/test-context.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { basic, LANDING_PAGE } from '../testing/test-service.ts'
import { START } from '../testing/test-tenant.ts'
import { createServiceApp } from './service-app.ts'

/** The public routes besides the endpoints without a scope. All others need a key. */
const PUBLIC = [
  /^\/$/,
  /^\/livez$/,
  /^\/readyz$/,
  // Has a test of its own for who may read it.
  /^\/metrics$/,
  /^\/docs(?:\/|$)|^\/llms[.]txt$/,
  /^\/r\/(?:\*|:tenantAlias\/(?::code(?:\/qr[.](?:svg|png))?|[.]well-known\/[a-z.-]+))$/,
  // The token in the path is the key, and has tests of its own.
  /^\/hooks\/:tenantAlias\/:token(?:\/clock)?$/,
  // The signature in the query is the key, and has tests of its own.
  /^\/(?:exports\/:tenantAlias\/:id|imports\/:tenantAlias\/:id\/rejected)$/,
  // The cookie of the page is the key, and has tests of its own.
  /^\/p\/:tenantAlias(?:\/(?:|\*|sent|sign-in|enter\/:token|token|switch|sign-out|forget))?$/,
  /^\/(?:unsubscribe|appeal)\/:tenantAlias\/:token$/,
  /^\/s\/(?:v1|[\d.]+|releases[.]json)(?:\/goodword(?:-widget|-welcome)?[.]js(?:[.]map)?)?$/,
  // The session of staff, its beginning and its end, and one-time links: tests of their own.
  /^\/portal\/(?:session|sign-in-methods|auth\/.+|welcome(?:\/check)?|enter)$/,
  /^\/portal\/local-gateway(?:\/:tenantAlias)?$/,
  // The page of the portal and its files have no data of anyone.
  /^\/portal(?:\/(?:\*|widget-preview|offer-preview|mail-preview|page-preview|assets\/:name))?$/,
  /^\/portal\/(?:session|sign-in-methods|auth\/.+|welcome(?:\/check)?|enter|invitation(?:\/check)?|password-reset(?:\/(?:request|check))?|account(?:\/sessions(?:\/:sessionId)?)?)$/,
  // Requests there send the key, or give none away: tests of their own.
  /^\/portal\/assistants(?:\/(?:check|:assistantId|writes\/(?::tenantAlias|:writeId\/(?:confirm|refuse))|team\/:tenantAlias(?:\/:assistantId)?))?$/,
  /^\/oauth\/(?:authorize|register|token|revoke)$/,
  /^\/[.]well-known\/oauth-(?:authorization-server|protected-resource(?:\/mcp)?)$/,
  /^\/mcp$/,
  // Paths of a former service, which this program does not serve: tests of their own.
  /^\/api\/v1\/:tenantAlias\/(?:(?:open|widget)\/account\/:accountId\/user\/:userId(?:\/upsert)?|open\/user\/cookie_user)$/,
  /^\/api\/v1\/:tenantAlias\/(?:reward\/balance|credit\/bulkredeem|export(?:\/:exportId(?:\/download)?)?|subscribe|subscription(?:\/:url)?)$/,
  /^\/a\/:tenantAlias\/widgets\/squatchcookiejson$/,
  /^\/widget\/(?::tenantAlias|assets\/[0-9a-f]{16}[.](?:js|css))$/,
]

const { owner, service } = await createTestDatabase()
const clock = { now: () => START }
const operator = testContext(owner, clock)
const { live, test: testMode } = await createTenant(operator, { alias: 'acme', landingPage: LANDING_PAGE })
const { live: other } = await createTenant(operator, { alias: 'other', landingPage: LANDING_PAGE })
const app = createServiceApp(testContext(service, clock), {
  logger: createLogger('silent'),
  isWorker: false,
  rateLimits: null,
  ready: async () => ({}),
  runCustomer: async () => 'NOT_FINISHED',
  metrics: { contentType: 'text/plain', text: async () => '' },
})
await app.ready()

const routes = app.knownPaths
  .all()
  .flatMap(({ url, methods }) => methods.map((method) => [`${method} ${url}`, method, url] as const))

/** The operation of a route: HEAD is answered like GET, and open routes answer preflights. */
function endpointAt(method: string, url: string): Endpoint | undefined {
  return allEndpoints.find(
    (endpoint) =>
      urlsOf(endpoint).includes(url) &&
      (endpoint.method === method ||
        (endpoint.method === 'GET' && method === 'HEAD') ||
        (endpoint.scope === null && method === 'OPTIONS')),
  )
}

function urlsOf({ path, aliases = [] }: Endpoint): readonly string[] {
  return [path, ...aliases].map((it) => `/api/v1/:tenantAlias${it.replaceAll(/\{(\w+)\}/g, ':$1')}`)
}

const wrongKeys = {
  'no key': null,
  'the key of the other mode': testMode.apiKey,
  'the key of another tenant': other.apiKey,
  'a signing key': live.signingKey,
  'a broken key': live.apiKey.slice(0, -1),
}

describe('every route', () => {
  test.each(routes)('%s needs a key, or is known to need none', async (_, method, url) => {
    const endpoint = endpointAt(method, url)
    if (endpoint === undefined) {
      expect(
        PUBLIC.some((it) => it.test(url)),
        `${url} is neither an endpoint nor known to be public`,
      ).toBe(true)
      return
    }
    const address = url.replace(':tenantAlias', live.alias).replaceAll(/:\w+/g, 'EXAMPLE1')
    for (const [name, key] of Object.entries(wrongKeys)) {
      // The injector's type lists the common methods only, and these are.
      const answer = await app.inject({
        method: method as 'GET',
        url: address,
        headers: key === null ? {} : { authorization: basic(`${key}:`) },
      })
      if (endpoint.scope === null) expect([401, 403], name).not.toContain(answer.statusCode)
      else expect(answer.statusCode, name).toBe(401)
    }
  })

  test('no person can choose a code that is a path of the service or of its hosted page', () => {
    const paths = routes.flatMap(([, , url]) => {
      const [first = '', ...others] = url.split('/').slice(1)
      return [first, ...(first === 'p' ? others : [])]
    })
    // Punctuation at its ends is no part of a code: `.well-known`.
    const chosen = [...new Set(paths)].flatMap(
      (it) => parseChosenCode(it.replaceAll(/^\.|\.json$/g, '')) ?? [],
    )
    expect(chosen).toEqual(expect.arrayContaining(['PORTAL', 'ENTER', 'WELL-KNOWN', 'SIGN-IN']))
    expect(chosen.filter((it) => !isReservedCode(it, []))).toEqual([])
  })

  test('a route is there for each endpoint and each of its aliases', () => {
    const served = new Set<string>(routes.map(([name]) => name))
    const wanted = allEndpoints.flatMap((it) => urlsOf(it).map((url) => `${it.method} ${url}`))
    expect(wanted.filter((name) => !served.has(name))).toEqual([])
  })
})
