import type { ProgramSettings } from '@goodword/contract/program/program'
import { describe, expect, test } from 'vitest'
import { createLogger } from '../../engine/logging/logger.ts'
import { noLimits } from '../../frame/http/limits/limits.ts'
import { createApp } from '../../frame/http/server/app.ts'
import { BASE_URL, LANDING_PAGE, startTestService, unknownCode } from '../../testing/test-service.ts'
import { redirectShareLinks } from './share-link.ts'

const FACEBOOK = 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'
const HOST = 'go.shop.example.com'
const PICTURE = 'https://cdn.example.com/share-1.png'

const service = await startTestService()
const { live } = service
const names = { first_name: 'Rita', last_name: 'Tan' }
const code = await service.addUser('rita', names)
// Names are shown once the server has named the user.
await service.call('POST', '/user', { body: { accountId: 'rita', id: 'rita_user' } })
await service.addDomain(HOST)

type Asked = {
  readonly method?: 'GET' | 'HEAD'
  readonly headers?: Readonly<Record<string, string>>
}

async function crawl(path: string, { method = 'GET', headers = {} }: Asked = {}) {
  const url = path
  const answer = await service.app.inject({ method, url, headers: { 'user-agent': FACEBOOK, ...headers } })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    page: answer.payload,
    tags: tagsOf(answer.payload),
  }
}

/** The tags by their names, with all contents of each. */
function tagsOf(page: string): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, string[]> = {}
  for (const [, name = '', content = ''] of page.matchAll(
    /<meta (?:name|property)="([^"]+)" content="([^"]*)">/g,
  )) {
    found[name] = [
      ...(found[name] ?? []),
      content.replaceAll(/&#(\d+);/g, (_, it) => String.fromCharCode(it)),
    ]
  }
  return found
}

const link = (it = code) => `/r/${live.alias}/${it}`

const german: ProgramSettings = {
  name: 'Rad & Tat',
  preview: {
    de: {
      title: '10 % auf Ihr erstes Jahr <3',
      description: 'Räder, die „bleiben“ & fahren.',
      imageUrl: PICTURE,
      imageWidth: 1200,
      imageHeight: 630,
      imageAlt: 'Ein rotes Rad',
    },
    fr: { title: '10 % la première année' },
  },
}

describe('the preview of a share link', () => {
  test('a crawler gets title, text and picture of the program, with the share link as the address', async () => {
    await service.setProgram(german)
    const { status, headers, page, tags } = await crawl(link())
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'x-robots-tag': 'noindex',
      'content-language': 'de',
    })
    expect(headers.vary).toContain('User-Agent')
    expect(headers.location).toBeUndefined()
    expect(tags).toMatchObject({
      'og:title': ['10 % auf Ihr erstes Jahr <3'],
      'og:description': ['Räder, die „bleiben“ & fahren.'],
      description: ['Räder, die „bleiben“ & fahren.'],
      'og:image': [PICTURE],
      'og:image:width': ['1200'],
      'og:image:height': ['630'],
      'og:image:alt': ['Ein rotes Rad'],
      'og:url': [`${BASE_URL}/r/${live.alias}/${code}`],
      'og:type': ['website'],
      'og:site_name': ['Rad & Tat'],
      'og:locale': ['de_DE'],
      'og:locale:alternate': ['fr_FR'],
      'twitter:card': ['summary_large_image'],
    })
    expect(page).not.toContain('<3')
    expect(page).not.toMatch(/<script|http-equiv/)
    expect(page.indexOf('</head>')).toBeLessThan(32_000)
  })

  test('the words of a link card can be the merchant’s, and neither it nor a picture takes a language away', async () => {
    const words = { 'pages.linkPreview.gift': 'Für dich: {reward}' }
    await service.setProgram({ texts: { de: { words } }, preview: { de: { imageUrl: PICTURE } } })
    const inGerman = await crawl(link(), { headers: { 'accept-language': 'de-AT' } })
    expect(inGerman.tags['og:title']?.[0]).toMatch(/^Für dich: 10/)
    expect((await crawl(link())).tags).toMatchObject({ 'og:locale': ['en_US'], 'og:image': [PICTURE] })
  })

  test('a share link that leads nowhere says so in the words of the merchant, as text', async () => {
    const words = {
      'pages.shareLink.unknown.title': '<b>Oh nein</b>',
      'pages.shareLink.notReady.title': 'Bald',
    }
    const asked = { headers: { 'accept-language': 'de', 'user-agent': 'Mozilla/5.0 Firefox' } }
    await service.setProgram({ texts: { de: { words } }, landingPage: null })
    expect((await crawl(link(unknownCode()), asked)).page).toContain('<h1>&#60;b&#62;Oh nein')
    expect((await crawl(link(), asked)).page).toContain('<h1>Bald</h1>')
    await service.setProgram({})
  })

  test('a crawler that names a language gets the texts of that language, with the picture of another', async () => {
    await service.setProgram(german)
    for (const headers of [{ 'accept-language': 'fr-CA, en;q=0.5' }, { 'x-facebook-locale': 'fr_FR' }]) {
      const { tags } = await crawl(link(), { headers })
      expect(tags).toMatchObject({
        'og:title': ['10 % la première année'],
        'og:image': [PICTURE],
        'og:locale': ['fr_FR'],
        'og:locale:alternate': ['de_DE'],
      })
    }
  })

  test('a program without texts of its own has a preview from its reward, in ten languages', async () => {
    await service.setProgram({ showReferrerName: true })
    const { tags } = await crawl(link())
    expect(tags).toMatchObject({
      'og:title': ['A gift for you: 10% off for 12 months'],
      'og:description': ['Rita T. sent you this link. Open it to see the offer.'],
      'og:site_name': ['shop.example.com'],
      'twitter:card': ['summary'],
    })
    expect(tags['og:image']).toBeUndefined()
    expect(tags['og:locale:alternate']).toHaveLength(9)
    const arabic = await crawl(link(), { headers: { 'accept-language': 'ar' } })
    expect(arabic.tags['og:title']?.[0]).toMatch(/^هدية لك/)
    await service.setProgram({ referredReward: null, theme: { logo: 'https://cdn.example.com/logo.png' } })
    expect((await crawl(link())).tags).toMatchObject({
      'og:title': ['An invitation for you'],
      'og:image': ['https://cdn.example.com/logo.png'],
      'twitter:card': ['summary'],
    })
  })

  test('the referrer is named only if the program shows names, and only by what is written like a name', async () => {
    await service.setProgram({ showReferrerName: false })
    expect((await crawl(link())).page).not.toContain('Rita')
    await service.setProgram({
      showReferrerName: false,
      texts: { en: { shareMessage: 'I like\nthis shop.' } },
    })
    expect((await crawl(link())).tags['og:description']).toEqual(['I like this shop.'])
    await service.setProgram({ showReferrerName: true })
    const [advert, stranger] = [
      await service.addUser('advert', { first_name: 'Win at evil.example' }),
      await service.addUser('stranger', { first_name: 'Mallory' }),
    ]
    await service.call('POST', '/user', { body: { accountId: 'advert', id: 'advert_user' } })
    expect((await crawl(link(advert))).page).not.toContain('evil.example')
    expect((await crawl(link(stranger))).page).not.toContain('Mallory')
    expect((await crawl(link())).page).toContain('Rita T.')
  })

  test('the address of a preview keeps a known medium and nothing else of the query', async () => {
    await service.setProgram({})
    const written = `${link(code.toLowerCase())}).?via=facebook&utm_source=x&next=//evil.example`
    expect((await crawl(written)).tags['og:url']).toEqual([`${BASE_URL}${link()}?via=facebook`])
    expect((await crawl(`${link()}?via=pigeon`)).tags['og:url']).toEqual([`${BASE_URL}${link()}`])
  })

  test('the address of a preview is on the custom domain that was asked for, and on no other host', async () => {
    const own = await crawl(`/${code}?via=whatsapp`, { headers: { host: HOST } })
    expect(own.status).toBe(200)
    expect(own.tags['og:url']).toEqual([`https://${HOST}/${code}?via=whatsapp`])
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    expect((await crawl(link(), { headers })).tags['og:url']).toEqual([`${BASE_URL}${link()}`])
  })

  test('HEAD of a crawler has the head of the preview', async () => {
    const whole = await crawl(link())
    const { status, headers, page } = await crawl(link(), { method: 'HEAD' })
    expect([status, page]).toEqual([200, ''])
    for (const name of ['content-type', 'cache-control', 'vary', 'x-robots-tag', 'content-length']) {
      expect(headers[name], name).toEqual(whole.headers[name])
    }
  })

  test('a crawler that asks for too many previews is led on like a person', async () => {
    const app = createApp({ baseUrl: BASE_URL, logger: createLogger('silent') })
    redirectShareLinks(app, service.ctx, { limits: { ...noLimits, isFlood: () => true } })
    const answer = await app.inject({ url: link(), headers: { 'user-agent': FACEBOOK } })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `${LANDING_PAGE}?refCode=${code}`])
    await app.close()
  })

  test.each([
    ['of the service', link(), {}],
    ['of a custom domain', `/${code}`, { host: HOST }],
  ])(
    'a person whose browser is taken for a machine gets on by a button %s, and counts',
    async (_, path, host) => {
      await service.setProgram({})
      const agent = { 'user-agent': 'Mozilla/5.0', ...host }
      const { status, page } = await crawl(`${path}?via=email`, { headers: agent })
      expect(status).toBe(200)
      // No link leads on: machines follow links.
      expect(page).not.toContain('<a ')
      const [, action = '', words] = /<form method="post" action="([^"]+)"><button>([^<]+)</.exec(page) ?? []
      expect(words).toBe('See the offer')
      await service.owner.query({ name: '', text: 'truncate app.click' }, [])
      const { pathname, search } = new URL(action)
      const headers = { ...agent, 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' }
      const pressed = { method: 'POST', url: `${pathname}${search}`, headers } as const
      const answer = await service.app.inject(pressed)
      expect([answer.statusCode, answer.headers.location]).toEqual([302, `${LANDING_PAGE}?refCode=${code}`])
      const clicks = await service.owner.query({ name: '', text: 'select via from app.click' }, [])
      expect(clicks).toEqual([{ via: 'email' }])
      const prefetched = { ...headers, 'sec-purpose': 'prefetch' }
      await service.app.inject({ ...pressed, headers: prefetched })
      expect(await service.owner.query({ name: '', text: 'select via from app.click' }, [])).toEqual(clicks)
      const filled = await service.app.inject({ ...pressed, headers: agent, payload: 'x'.repeat(10_000) })
      expect(filled.statusCode).toBeLessThan(500)
    },
  )

  test('a crawler is not counted, and people are led on as before', async () => {
    const before = await service.rows()
    await crawl(link())
    await crawl(link(), { method: 'HEAD' })
    expect(await service.rows()).toEqual(before)
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
    expect(await crawl(link(), { headers: { 'user-agent': agent } })).toMatchObject({
      status: 302,
      headers: { location: `${LANDING_PAGE}?refCode=${code}`, 'cache-control': 'no-store' },
    })
  })
})

describe('the preview of a code that does not work', () => {
  test('a preview says of no code whether it exists', async () => {
    await service.setProgram({ showReferrerName: false })
    const known = await crawl(link())
    for (const written of [unknownCode(), 'NOSUCHCODE', 'a%2Fb', '%3Cscript%3E', 'x'.repeat(1000)]) {
      const { status, headers, tags, page } = await crawl(link(written))
      expect(status).toBe(known.status)
      expect(Object.keys(headers)).toEqual(Object.keys(known.headers))
      expect({ ...tags, 'og:url': [] }).toEqual({ ...known.tags, 'og:url': [] })
      expect(page).not.toContain('<script')
    }
  })

  test('an unknown code has the preview of the program, without a name', async () => {
    await service.setProgram({})
    const { status, tags, page } = await crawl(link(unknownCode()))
    expect(status).toBe(200)
    expect(tags['og:description']).toEqual(['A friend sent you this link. Open it to see the offer.'])
    expect(page).not.toContain('Rita')
  })

  test.each([
    ['of an unknown program', `/r/nobody/${code}`],
    ['without a code', `/r/${live.alias}/`],
    ['with something behind it', `${link()}/x`],
  ])('a crawler that asks for a link %s gets the plain page that people get', async (_, path) => {
    expect(await crawl(path)).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } })
  })

  test('a crawler gets no preview while there is no page that the link could lead to', async () => {
    await service.setProgram({ landingPage: null })
    expect((await crawl(link())).status).toBe(404)
    await service.setProgram({})
  })
})
