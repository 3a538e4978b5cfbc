import { shareMedia } from '@goodword/domain/hosts/share-link'
import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import {
  BASE_URL,
  LANDING_PAGE,
  PROXY,
  startTestService,
  unknownCode,
} from '../../../testing/test-service.ts'

const HOST = 'go.shop.example.com'
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' }

const service = await startTestService()
const { live, test: testMode } = service
const code = await service.addUser('alice')
await service.addDomain(HOST)
const landingAddress = `${LANDING_PAGE}?refCode=${code}`

async function visit(path: string, options: InjectOptions = {}) {
  const request = { method: 'GET' as const, url: path, ...options }
  const headers = { host: HOST, ...options.headers }
  const answer = await service.app.inject({ ...request, headers })
  const { statusCode: status, payload: page } = answer
  return { status, location: answer.headers.location, type: answer.headers['content-type'], page }
}

describe('a link on a domain of the merchant’s own', () => {
  test('a link on a domain of the merchant’s own leads where it would lead on the service’s', async () => {
    for (const query of [
      '',
      '?via=email',
      '?utm_source=a%20b&next=//evil.example',
      '?refCode=EVIL&utm_x=%FF',
    ]) {
      const own = await visit(`/${code}${query}`)
      expect(own).toMatchObject({ status: 302, location: expect.stringContaining(landingAddress) })
      expect(own).toEqual(await visit(`/r/${live.alias}/${code}${query}`, { headers: { host: 'localhost' } }))
    }
    expect(await visit(`/${code.toLowerCase()}`)).toMatchObject({ location: landingAddress })
    expect(await visit(`/${code}`, { method: 'HEAD' })).toMatchObject({ location: landingAddress, page: '' })
  })

  test.each([HOST.toUpperCase(), `${HOST}:443`, `${HOST}.`, `Go.Shop.Example.Com.:8080`])(
    'a link on a custom domain is found when the host is written %s',
    async (host) => {
      expect(await visit(`/${code}`, { headers: { host } })).toMatchObject({ location: landingAddress })
    },
  )

  test.each(shareMedia)('a link on a custom domain makes a click with the medium %s', async (via) => {
    await service.owner.query({ name: '', text: 'truncate app.click' }, [])
    await visit(`/${code}?via=${via}`, { method: 'HEAD', headers: browser })
    await visit(`/${code}?via=${via}`, { headers: { 'user-agent': 'curl/8' } })
    await visit(`/${code}?via=${via}`, { headers: browser })
    const clicks = await service.owner.query({ name: '', text: 'select tenant_id, via from app.click' }, [])
    expect(clicks).toEqual([{ tenant_id: live.alias, via }])
  })

  test('a link on a custom domain leads to the fallback page when its code does not work, and to a page of ours without one', async () => {
    expect(await visit(`/${unknownCode()}`)).toMatchObject({ status: 404, location: undefined })
    await service.setProgram({ fallbackPage: 'https://shop.example.com/sorry' })
    const location = 'https://shop.example.com/sorry'
    expect(await visit(`/${unknownCode()}`)).toMatchObject({ status: 302, location })
    await service.setProgram({})
  })

  test('a custom domain knows the codes of its own tenant only', async () => {
    await service.addDomain('try.shop.example.com', testMode.alias)
    expect(await visit(`/${code}`, { headers: { host: 'try.shop.example.com' } })).toMatchObject({
      status: 404,
    })
  })
})

describe('the host of a request', () => {
  const forwarded = { host: 'localhost', 'x-forwarded-host': `evil.example, ${HOST}` }

  test('the host is read from the headers of a trusted proxy only', async () => {
    expect(await visit(`/${code}`, { headers: forwarded, remoteAddress: PROXY })).toMatchObject({
      location: landingAddress,
    })
    expect(await visit(`/${code}`, { headers: forwarded })).toMatchObject({ status: 404 })
    expect(
      await visit(`/${code}`, { headers: { 'x-forwarded-host': 'localhost' }, remoteAddress: PROXY }),
    ).toMatchObject({ status: 404 })
  })

  test('with a forwarded host of another name, the whole service is there', async () => {
    const headers = { 'x-forwarded-host': 'localhost' }
    expect(await visit('/s/releases.json', { headers, remoteAddress: PROXY })).toMatchObject({ status: 200 })
  })
})

describe('addresses that are no share links', () => {
  const paths = [
    ...['/', '//', `/${code}/x`, `//${code}`, `/r/${live.alias}/${code}`, '/r/', '/%FF', `/..%2f/${code}`],
    ...['/s/v1/goodword.js', '/docs', '/docs/openapi.json', `/widget/${live.alias}`, '/livez', '/metrics'],
    ...[`/api/v1/${live.alias}/users`, `/api/v1/${live.alias}/open/code/${code}`],
  ]

  test.each(paths)('GET %s on a custom domain is a plain page', async (path) => {
    const { status, location, type, page } = await visit(path)
    expect([status, location, type]).toEqual([404, undefined, 'text/html; charset=utf-8'])
    expect(page).toContain('This link does not work')
  })

  test('a path longer than any code is a plain page', async () => {
    expect(await visit(`/${'x'.repeat(7000)}`)).toMatchObject({ status: 404, location: undefined })
  })

  test.each(['POST', 'PUT', 'OPTIONS', 'DELETE'] as const)(
    '%s to the API on a custom domain is a plain page',
    async (method) => {
      const url = `/api/v1/${live.alias}/open/identify`
      const headers = { 'content-type': 'application/json', origin: 'https://shop.example.com' }
      const before = await service.rows()
      const payload = { account_id: 'new', user_id: 'new' }
      expect(await visit(url, { method, headers, payload })).toMatchObject({
        status: 404,
        type: 'text/html; charset=utf-8',
      })
      expect(await service.rows()).toEqual(before)
    },
  )

  test('an unknown host name serves the service itself', async () => {
    const headers = { host: 'evil.example' }
    expect(await visit(`/r/${live.alias}/${code}`, { headers })).toMatchObject({ location: landingAddress })
    expect(await visit(`/${code}`, { headers })).toMatchObject({ status: 404, location: undefined })
  })
})

describe('share links in answers', () => {
  const shareLinks = {
    direct: `https://${HOST}/${code}`,
    ...Object.fromEntries(
      shareMedia
        .filter((it) => it !== 'direct')
        .map((medium) => [medium, `https://${HOST}/${code}?via=${medium}`]),
    ),
  }
  const alice = { account_id: 'alice', user_id: 'alice_user' }

  test.each([
    ['GET', '/account/alice/user/alice_user', undefined],
    ['POST', '/user', { accountId: 'alice', id: 'alice_user' }],
    ['POST', '/open/identify', alice],
    ['POST', '/open/widget', alice],
  ] as const)('share links are shown with the domain by %s %s', async (method, path, body) => {
    const answer = await service.call(method, path, body === undefined ? {} : { body })
    expect(answer.body.shareLinks).toEqual(shareLinks)
  })

  test('share links are shown with the domain in lists of users and in referrals', async () => {
    const { body: users } = await service.call('GET', '/users?query=alice')
    expect(users.users).toMatchObject([{ shareLinks }])
    await service.addUser('bob', { referral_code: code })
    const { body } = await service.call('GET', '/referrals')
    expect(body.referrals).toMatchObject([{ referrerUser: { shareLinks } }])
    const [{ id: referralId }] = Object(body.referrals)
    const { body: one } = await service.call('GET', `/referrals/${referralId}`)
    expect(one).toMatchObject({ referrerUser: { shareLinks } })
  })

  test('share links are shown with the domain of a tenant that has one, and of no other', async () => {
    const path = '/open/identify'
    const { body } = await service.call('POST', path, { alias: service.other.alias, body: alice })
    expect(body.shareLinks).toMatchObject({
      direct: `${BASE_URL}/r/${service.other.alias}/${body.referralCode}`,
    })
  })

  test('share links are shown with the first of several domains', async () => {
    service.clock.now += 1
    await service.addDomain('a.shop.example.com')
    const { body } = await service.call('POST', '/open/identify', { body: alice })
    expect(body.shareLinks).toEqual(shareLinks)
    expect(await visit(`/${code}`, { headers: { host: 'a.shop.example.com' } })).toMatchObject({
      location: landingAddress,
    })
  })
})

test('browsers are held to https on the host of the service, and not on a domain of a merchant', async () => {
  const securityOf = async (url: string, host: string) =>
    (await service.app.inject({ url, headers: { host } })).headers['strict-transport-security']
  for (const url of [`/r/${live.alias}/${code}`, '/api/v1/acme/program', '/unknown']) {
    expect(await securityOf(url, 'goodword.example.com')).toBe('max-age=31536000')
  }
  for (const url of [`/${code}`, '/api/v1/acme/program']) expect(await securityOf(url, HOST)).toBeUndefined()
})
