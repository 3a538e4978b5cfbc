import { Agent, type RequestOptions, request } from 'node:http'
import { propertyRuns } from '@goodword/testing/property-runs'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { LANDING_PAGE, startTestService } from '../../testing/test-service.ts'

const runs = propertyRuns()

/** Concurrent requests; each is a separate case. */
const AT_ONCE = 50
const CASES = runs * 200
const FALLBACK_PAGE = 'https://shop.example.com/sorry?a=1#b'

const service = await startTestService()
const code = await service.addUser('alice')
const link = `/r/${service.live.alias}/${code}`
const domain = 'go.shop.example.com'
await service.addDomain(domain)
await service.setProgram({ fallbackPage: FALLBACK_PAGE })
// Over a real connection: it sends the path as it is, where `inject` would tidy it up.
await service.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = Object(service.app.server.address())
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
afterAll(() => agent.destroy())

const letter = fc.integer({ min: 0x21, max: 0x7e }).map((it) => String.fromCharCode(it))
const hostile = fc.constantFrom(
  ...[
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '@evil.example',
    'https://evil.example/',
    ':80',
  ],
  ...[
    '%0d%0aLocation:%20https://evil.example',
    '%0aX:1',
    '%00',
    '%FF',
    '%E2%80%AE',
    '%2f%2fevil.example',
    '..%2f',
  ],
  ...[
    '../',
    './',
    ';',
    '#',
    '?',
    '&',
    '=',
    '+',
    '%',
    '%25',
    '%23',
    '&refCode=EVIL',
    'refCode=EVIL',
    'via=email',
  ],
  ...[
    'utm_x=%0d%0aLocation:%20//e',
    '&utm_y=%23&utm_z=//e',
    'utm_source=https://evil.example',
    'landingPage=//e',
  ],
  ...['next=//evil.example', 'url=https://evil.example', 'javascript:alert(1)', 'data:text/html,x', code],
)
const text = fc
  .array(fc.oneof(fc.string({ unit: letter, maxLength: 12 }), hostile), { maxLength: 4 })
  .map((it) => it.join(''))

const path = fc.oneof(
  fc.tuple(fc.constantFrom(link, `${link}/`, `/r/${service.live.alias}/`, '/r/', '//r/', '/R/', '/'), text),
  fc.tuple(fc.constantFrom('http://evil.example', 'https://user@evil.example:1'), fc.constant(link)),
  fc.tuple(fc.constant(`${link}?`), text),
  fc.tuple(fc.constant(`${link}?utm_source=`), text),
)

/** The headers in which proxies and frameworks look for the requested address. */
const header = fc.constantFrom(
  ...[
    'host',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-for',
    'x-forwarded-prefix',
    'x-original-url',
  ],
  ...[
    'x-rewrite-url',
    'x-host',
    'forwarded',
    'referer',
    'origin',
    'user-agent',
    'cookie',
    'sec-fetch-dest',
    'via',
  ],
)
const headers = fc.dictionary(header, fc.oneof(text, fc.constant('evil.example')), { maxKeys: 4 })
const method = fc.constantFrom('GET', 'GET', 'HEAD')
type Visit = { readonly method: string; readonly path: readonly string[]; readonly headers: Headers }
type Headers = Readonly<Record<string, string>>
const visit: fc.Arbitrary<Visit> = fc.record({ method, path, headers })

const domainPath = fc.oneof(
  fc.tuple(fc.constantFrom(`/${code}`, `/${code}/`, '/', '//', link), text),
  fc.tuple(fc.constantFrom(`http://${domain}`, `https://evil.example@${domain}:1`), fc.constant(`/${code}`)),
  fc.tuple(fc.constant(`/${code}?`), text),
  fc.tuple(fc.constant(`/${code}?utm_source=`), text),
)
const domainVisit: fc.Arbitrary<Visit> = fc.record({
  method,
  path: domainPath,
  headers: headers.map((it) => ({ ...it, host: domain })),
})

test(
  `I16: ${CASES} requests with arbitrary path, query, host and headers are redirected to the program’s pages or not at all`,
  () => staysOnThePages(visit, CASES),
  120_000 + CASES * 5,
)

const domainCases = CASES / 10

test(
  `I16: ${domainCases} on a domain of the merchant’s own are redirected to the program’s pages or not at all`,
  () => staysOnThePages(domainVisit, domainCases),
  120_000 + CASES,
)

test('the host of a request line goes before that of the header', async () => {
  const other = 'other.example'
  const named = await locationOf({ path: `http://${domain}/${code}`, headers: { host: other } })
  expect(named).toBe(`${LANDING_PAGE}?refCode=${code}`)
  const unnamed = await locationOf({ path: `http://${other}/${code}`, headers: { host: domain } })
  expect(unnamed).toBeUndefined()
})

async function staysOnThePages(visits: fc.Arbitrary<Visit>, cases: number): Promise<void> {
  let redirected = 0
  await fc.assert(
    fc.asyncProperty(fc.array(visits, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (some) => {
      const locations = await Promise.all(
        some.map((it) => locationOf({ ...it, path: it.path.join('').replaceAll('#', '%23') })),
      )
      for (const location of locations) {
        if (location === undefined || location === FALLBACK_PAGE) continue
        redirected += 1
        const page = `${LANDING_PAGE}?refCode=${code}`
        expect(location === page || location.startsWith(`${page}&utm_`)).toBe(true)
        // The rest stays within the query, in characters that need no decoding.
        expect(location.slice(page.length)).toMatch(/^[&=\w.!~*'()%-]*$/)
        const url = new URL(location)
        expect([`${url.origin}${url.pathname}`, url.hash]).toEqual([LANDING_PAGE, ''])
        expect(url.searchParams.getAll('refCode')).toEqual([code])
      }
    }),
    { numRuns: Math.ceil(cases / AT_ONCE) },
  )
  // A test without redirects would prove nothing.
  expect(redirected).toBeGreaterThan(cases / 20)
}

function locationOf(options: RequestOptions): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, agent, ...options }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.headers.location))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}
