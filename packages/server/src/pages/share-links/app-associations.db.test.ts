import { describe, expect, test } from 'vitest'
import { BASE_URL, LANDING_PAGE, startTestService } from '../../testing/test-service.ts'

const HOST = 'go.shop.example.com'
const APPLE = 'apple-app-site-association'
const FINGERPRINT = Array.from({ length: 32 }, () => 'a0').join(':')
const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile'

const service = await startTestService()
const { live, test: testMode } = service
const code = await service.addUser('rita')
await service.addDomain(HOST)
await service.addDomain('try.shop.example.com', testMode.alias)

async function load(url: string, headers: Readonly<Record<string, string>>, method: 'GET' | 'HEAD' = 'GET') {
  const answer = await service.app.inject({ method, url, headers })
  const { statusCode: status, headers: answered, payload } = answer
  return { status, type: answered['content-type'], location: answered.location, payload }
}

const apps = {
  appleAppIds: ['ABCDE12345.com.example.shop'],
  androidApps: [{ packageName: 'com.example.shop', fingerprints: [FINGERPRINT] }],
  playStorePackage: 'com.example.shop',
}

describe('the files by which apps open share links', () => {
  test('a custom domain names the apps of its program, as JSON and without a redirect', async () => {
    await service.setProgram({ apps })
    const apple = await load(`/.well-known/${APPLE}`, { host: HOST })
    expect([apple.status, apple.type]).toEqual([200, 'application/json'])
    expect(JSON.parse(apple.payload)).toMatchObject({
      applinks: { details: [{ appIDs: ['ABCDE12345.com.example.shop'] }] },
    })
    const android = await load('/.well-known/assetlinks.json', { host: HOST })
    expect([android.status, android.type]).toEqual([200, 'application/json'])
    expect(JSON.parse(android.payload)).toEqual([
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: 'com.example.shop',
          sha256_cert_fingerprints: [FINGERPRINT.toUpperCase()],
        },
      },
    ])
    expect(await load(`/.well-known/${APPLE}`, { host: HOST }, 'HEAD')).toMatchObject({
      status: 200,
      payload: '',
    })
  })

  test.each([
    ['the service’s own address', `/.well-known/${APPLE}`, new URL(BASE_URL).host],
    ['the service’s own address, below the program', `/r/${live.alias}/.well-known/${APPLE}`, 'localhost'],
    ['a domain of a program without apps', `/.well-known/${APPLE}`, 'try.shop.example.com'],
    ['a domain that has other files only', '/.well-known/security.txt', HOST],
  ])('%s names no apps', async (_, path, host) => {
    await service.setProgram({ apps })
    expect((await load(path, { host })).status).toBe(404)
  })

  test('a program with apps of one system only has no file of the other', async () => {
    await service.setProgram({ apps: { appleAppIds: apps.appleAppIds } })
    expect((await load('/.well-known/assetlinks.json', { host: HOST })).status).toBe(404)
    expect((await load(`/.well-known/${APPLE}`, { host: HOST })).status).toBe(200)
  })
})

describe('a share link on Android', () => {
  const store = `https://play.google.com/store/apps/details?id=com.example.shop&referrer=refCode%3D${code}`

  test('a share link leads people on Android to the store if the program says so, with the code', async () => {
    await service.setProgram({ apps })
    const path = `/r/${live.alias}/${code}?utm_source=x&id=evil`
    expect(await load(path, { 'user-agent': phone })).toMatchObject({ status: 302, location: store })
    expect(await load(`/${code}`, { host: HOST, 'user-agent': phone })).toMatchObject({ location: store })
    expect((await load(path, { 'user-agent': phone.replace('Android', 'Fedora') })).location).toBe(
      `${LANDING_PAGE}?refCode=${code}&utm_source=x`,
    )
  })

  test.each([
    ['without apps', null],
    ['with apps and no store', { ...apps, playStorePackage: null }],
  ])('a share link of a program %s leads people on Android to the landing page', async (_, settings) => {
    await service.setProgram({ apps: settings })
    const { location } = await load(`/r/${live.alias}/${code}`, { 'user-agent': phone })
    expect(location).toBe(`${LANDING_PAGE}?refCode=${code}`)
  })
})
