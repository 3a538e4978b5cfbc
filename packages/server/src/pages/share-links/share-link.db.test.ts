import { Agent, get } from 'node:http'
import { shareMedia } from '@goodword/domain/hosts/share-link'
import { propertyRuns } from '@goodword/testing/property-runs'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { LANDING_PAGE, startTestService, unknownCode } from '../../testing/test-service.ts'

const runs = propertyRuns()
const service = await startTestService()
const { live, test: testMode } = service
const TIMEOUT_MS = 600_000 + runs * 100
const code = await service.addUser('alice')

async function visit(
  path: string,
  options: { method?: 'GET' | 'HEAD'; headers?: Record<string, string> } = {},
) {
  const { statusCode, headers, payload } = await service.app.inject({ method: 'GET', url: path, ...options })
  expect(statusCode).toBeLessThan(500)
  expect(headers['content-type'] ?? '').not.toContain('json')
  expect(headers['cache-control']).toBe('no-store')
  return { status: statusCode, location: headers.location, type: headers['content-type'], page: payload }
}

const fullWidth = (text: string) =>
  encodeURIComponent(text.replaceAll(/[!-~]/g, (it) => String.fromCharCode(it.charCodeAt(0) + 0xfee0)))

const link = (it = code) => `/r/${live.alias}/${it}`

describe('a share link', () => {
  test.each([
    ...['/', '.', ',', ')', ').', '%22', '%E2%80%9D', '/)', '//', '%3F', '%E2%80%8B', '.%E2%80%8B'],
    ...['&utm_source=x', '%26utm_source=x', '%3Fvia%3Demail', '%253Fvia%253Demail', '&refCode=EVE'],
  ])('a share link works with "%s" behind it', async (end) => {
    expect(await visit(`${link()}${end}`)).toMatchObject({ location: `${LANDING_PAGE}?refCode=${code}` })
  })

  test.each(['x', '/x', '%C3%A9', '//x', '/?/x/'])(
    'a share link is no other code’s because of "%s" behind it',
    async (end) => {
      expect(await visit(`/r/${live.alias}/NOBODY${end}`)).toMatchObject({ status: 404 })
    },
  )

  test.each([
    ['de-AT,en;q=0.5', 'de', 'Dieser Link funktioniert nicht'],
    ['fr', 'fr', 'Ce lien ne fonctionne pas'],
    ['es-MX', 'es', 'Este enlace no funciona'],
    ['pt-BR,fr;q=0.5', 'pt', 'Este link não funciona'],
    ['sv', 'en', 'This link does not work'],
  ])('a share link that leads nowhere says so to a reader of %s', async (accepted, language, title) => {
    const { page } = await visit(link(unknownCode()), { headers: { 'accept-language': accepted } })
    expect(page).toContain(`<html lang="${language}" dir="ltr">`)
    expect(page).toMatch(new RegExp(`<h1>${title}</h1>[^]*<a class="button" href="${LANDING_PAGE}">`))
  })

  test('a share link leads to the landing page with the code', async () => {
    expect(await visit(link())).toMatchObject({ status: 302, location: `${LANDING_PAGE}?refCode=${code}` })
  })

  test.each([
    ['https://shop.example.com', `https://shop.example.com?refCode=${code}`],
    ['https://shop.example.com/a?b=%41&c', `https://shop.example.com/a?b=%41&c&refCode=${code}`],
    ['https://shop.example.com/?refCode=OLD', `https://shop.example.com/?refCode=${code}`],
    ['https://a.example/?refCode=A&x=1&refCode=B&ref%43ode=C', `https://a.example/?x=1&refCode=${code}`],
    ['https://a.example/?refcodes=kept', `https://a.example/?refcodes=kept&refCode=${code}`],
    [
      'https://a.example/p%20q/?x=a+b#/app?refCode=1',
      `https://a.example/p%20q/?x=a+b&refCode=${code}#/app?refCode=1`,
    ],
    ['https://a.example:8443/#', `https://a.example:8443/?refCode=${code}#`],
  ])('a share link keeps %s byte for byte, and says refCode once', async (landingPage, location) => {
    await service.setProgram({ landingPage })
    expect(await visit(link())).toMatchObject({ status: 302, location })
    await service.setProgram({})
  })

  test('a share link passes on utm parameters and nothing else', async () => {
    const query = [
      'utm_source=news%20letter',
      'utm_medium=a%26b',
      'refCode=EVIL',
      'via=email',
      'next=//evil.example',
      'UTM_X=1',
      'utm=1',
      'xutm_y=1',
      'utm_a%0d%0aSet-Cookie:x=1',
      'utm_twice=1',
      'utm_twice=2',
      'utm_bad=%FF',
    ]
    const { location } = await visit(`${link()}?${query.join('&')}`)
    expect(location).toBe(`${LANDING_PAGE}?refCode=${code}&utm_source=news%20letter&utm_medium=a%26b`)
    await service.setProgram({ landingPage: `${LANDING_PAGE}?utm_source=own` })
    expect((await visit(`${link()}?utm_source=theirs&utm_term=x`)).location).toBe(
      `${LANDING_PAGE}?utm_source=own&refCode=${code}&utm_term=x`,
    )
    await service.setProgram({})
  })

  test.each([code.toLowerCase(), `%20${code}%20`, `%28${code}%29`, fullWidth(code)])(
    'a share link finds the code as %s, and says it in upper case',
    async (written) => {
      expect(await visit(link(written))).toMatchObject({ location: `${LANDING_PAGE}?refCode=${code}` })
    },
  )

  test('a share link answers HEAD, programs and prefetches in the same way', async () => {
    for (const options of [
      { method: 'HEAD' as const },
      { headers: { 'user-agent': 'python-requests/2.32' } },
      { headers: { purpose: 'prefetch', 'sec-purpose': 'prefetch;prerender' } },
      { headers: { accept: 'application/json', host: 'evil.example', 'x-forwarded-host': 'evil.example' } },
    ]) {
      expect(await visit(link(), options)).toMatchObject({
        status: 302,
        location: `${LANDING_PAGE}?refCode=${code}`,
      })
    }
    expect(await visit(link(unknownCode()), { method: 'HEAD' })).toMatchObject({ status: 404, page: '' })
  })

  test('a share link is not ready while there is no landing page', async () => {
    await service.setProgram({ landingPage: null })
    const { status, location, type, page } = await visit(link())
    expect([status, location, type]).toEqual([404, undefined, 'text/html; charset=utf-8'])
    expect(page).toContain('not ready')
    await service.setProgram({})
  })

  test('a share link without a click of a person behind it writes nothing to what tenants have', async () => {
    const before = await service.rows()
    await visit(link())
    await visit(link(), { method: 'HEAD', headers: browser })
    await visit(link(), { headers: { ...browser, 'sec-purpose': 'prefetch' } })
    await visit(link(), { headers: { ...browser, 'sec-fetch-dest': 'iframe' } })
    await visit(link(unknownCode()), { headers: browser })
    expect(await service.rows()).toEqual(before)
  })
})

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' }

describe('a click', () => {
  async function clicksOf(query: string): Promise<readonly unknown[]> {
    await service.owner.query({ name: '', text: 'truncate app.click' }, [])
    expect(await visit(`${link()}${query}`, { headers: browser })).toMatchObject({ status: 302 })
    const text = `select c.tenant_id, p.external_id as owner, c.via from app.click c
      join app.account_user p on p.tenant_id = c.tenant_id and p.id = c.user_id`
    return service.owner.query({ name: '', text }, [])
  }

  test.each(shareMedia)(
    'a click on the link for %s is there before the answer, with the medium',
    async (via) => {
      expect(await clicksOf(`?via=${via}`)).toEqual([{ tenant_id: live.alias, owner: 'alice_user', via }])
    },
  )

  test.each(['', '?via=', '?via=Email', '?via=pigeon', '?via=email&via=email', '?via=%00'])(
    'a click on a link with "%s" names no medium',
    async (query) => {
      expect(await clicksOf(query)).toEqual([{ tenant_id: live.alias, owner: 'alice_user', via: null }])
    },
  )

  test('a click is not counted while there is no page that it could lead to, or the program is off', async () => {
    await service.owner.query({ name: '', text: 'truncate app.click' }, [])
    for (const settings of [{ landingPage: null }, { active: false }]) {
      await service.setProgram(settings)
      expect((await visit(link(), { headers: browser })).status).toBe(404)
    }
    await service.setProgram({})
    expect(await service.owner.query({ name: '', text: 'select from app.click' }, [])).toEqual([])
  })
})

describe('a code that does not work', () => {
  test.each([
    unknownCode(),
    'A',
    '%20',
    '%00',
    '%F0%9F%98%80',
    'a%2Fb',
    '..%2f..',
    '%3Cscript%3E',
    'x'.repeat(1000),
  ])('a code that is %s leads to the fallback page, without one to a plain page', async (written) => {
    const { status, type, page } = await visit(link(written))
    expect([status, type]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page).not.toContain('script>')
    await service.setProgram({ fallbackPage: 'https://shop.example.com/sorry?a=1#b' })
    expect(await visit(`${link(written)}?utm_source=x`)).toMatchObject({
      status: 302,
      location: 'https://shop.example.com/sorry?a=1#b',
    })
    await service.setProgram({})
  })

  test('a code of another mode, or of a program that is off, does not work', async () => {
    expect((await visit(`/r/${testMode.alias}/${code}`)).status).toBe(404)
    await service.setProgram({ active: false })
    expect((await visit(link())).status).toBe(404)
    await service.setProgram({})
  })
})

test.each(['nobody', 'ACME', '%00', '%2e%2e%2f', 'x'.repeat(1000), '__proto__'])(
  'the unknown program %s is a plain page',
  async (alias) => {
    const { status, type } = await visit(`/r/${alias}/${code}`)
    expect([status, type]).toEqual([404, 'text/html; charset=utf-8'])
  },
)

test.each([
  ['cut off', `/r/${live.alias}`],
  ['without its code', `/r/${live.alias}/`],
  ['with something behind it', `${link()}/x`],
  ['with a code that is not percent-encoded', link('%FF')],
  ['with a program that is not percent-encoded', `/r/%FF/${code}`],
  ['longer than any code', link('x'.repeat(7000))],
])('a link %s is a plain page', async (_, path) => {
  const { status, type } = await visit(path)
  expect([status, type]).toEqual([404, 'text/html; charset=utf-8'])
})

describe('the target of a link', async () => {
  // Over a real connection: it sends the path as it is, where `inject` would tidy it up.
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = Object(service.app.server.address())
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  afterAll(() => agent.destroy())

  const locationOf = (path: string): Promise<string | undefined> =>
    new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, agent }, (response) => {
        response.resume()
        response.on('end', () => resolve(response.headers.location))
      }).on('error', reject)
    })

  const printable = fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((it) => String.fromCharCode(it)),
  })
  const hostile = fc.constantFrom(
    '//evil.example',
    '/\\evil.example',
    '@evil.example',
    '%0d%0aLocation:%20https://evil.example',
    '%2f%2fevil.example',
    'https://evil.example',
    '..%2f',
    '%00',
    '#',
    '&refCode=EVIL',
    '&utm_x=%0d%0a',
    '&utm_y=%23&utm_z=//e',
    ';',
    '%E2%80%AE',
  )
  const text = fc.array(fc.oneof(printable, hostile), { maxLength: 4 }).map((it) => it.join(''))

  test(
    'I16: the query of a request brings at most utm parameters behind the page',
    async () => {
      const page = `${LANDING_PAGE}?refCode=${code}`
      await fc.assert(
        fc.asyncProperty(text, async (query) => {
          const location = (await locationOf(`${link()}?${query.replaceAll('#', '%23')}`)) ?? ''
          expect(location === page || location.startsWith(`${page}&utm_`)).toBe(true)
          const url = new URL(location)
          expect(url.origin).toBe('https://shop.example.com')
          expect([url.searchParams.getAll('refCode'), url.hash]).toEqual([[code], ''])
          const names = [...url.searchParams.keys()].filter((it) => it !== 'refCode')
          expect(names.every((it) => /^utm_[a-z0-9_]+$/.test(it))).toBe(true)
        }),
        { numRuns: runs * 10 },
      )
    },
    TIMEOUT_MS,
  )

  test(
    'I16: the path of a request leads to the code’s landing page or nowhere',
    async () => {
      await fc.assert(
        fc.asyncProperty(text, fc.constantFrom('/r/', `/r/${live.alias}/`, link()), async (path, start) => {
          const location = await locationOf(start + path.replaceAll('#', '%23'))
          if (location === undefined) return
          expect(location.startsWith(`${LANDING_PAGE}?refCode=${code}`)).toBe(true)
        }),
        { numRuns: runs * 10 },
      )
    },
    TIMEOUT_MS,
  )
})
