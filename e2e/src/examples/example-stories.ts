import { describe, expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { goodwordUrl } from '../testing/goodword.ts'
import { openVisitor } from '../testing/visitor.ts'
import type { ExampleApp } from './example-app.ts'

/** The tests that every example passes, whichever framework it uses. */
export function exampleStories(name: string, { url, tenant }: ExampleApp, isFirstParty: boolean): void {
  const cookieName = `_gw_${tenant.alias}`
  const headersOf = (path: string, headers = {}) => fetch(url + path, { headers, redirect: 'manual' })
  const cookieOf = async (path: string, headers = {}) =>
    (await headersOf(path, headers)).headers.getSetCookie().find((it) => it.startsWith(`${cookieName}=`)) ??
    null

  test(`a friend comes by a share link, signs up, sees the widget, and signs out (${name})`, async () => {
    const code = await tenant.user(`rita_${name}`, { firstName: 'Rita', lastName: 'Gill' })
    const { page, context, faults, requests } = await openVisitor(await launchBrowser())
    await page.goto(`${url}/r/${tenant.alias}/${code}`)
    expect(new URL(page.url()).pathname).toBe('/')
    expect((await context.cookies()).filter((it) => it.name === cookieName)).toMatchObject([
      { value: expect.stringMatching(`^${code}[.]`), sameSite: 'Lax', httpOnly: false, path: '/' },
    ])
    await page.getByRole('status').getByText('Rita').first().waitFor()
    await page.getByRole('link', { name: 'Sign up' }).click()
    const box = page.getByLabel('Referral code')
    await expect.poll(() => box.inputValue()).toBe(code)
    await page.locator('[data-goodword-code-note][data-state=applied]', { hasText: 'Rita' }).waitFor()
    await page.getByLabel('Name').fill('Carol')
    await page.getByLabel('E-mail').fill('carol@example.com')
    await box.fill('NOSUCHCODE')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('alert').getByText('We do not know this code').waitFor()
    await box.fill(code)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('heading', { name: 'Hello Carol' }).waitFor()
    await page.frameLocator('goodword-widget iframe').getByText('No one has joined yet.').waitFor()
    const { referrals } = await tenant.requestOk('GET', `/referrals?referringAccountId=rita_${name}`)
    expect(referrals).toMatchObject([{ status: 'IN_PROGRESS' }])
    await page.reload()
    await page.frameLocator('goodword-widget iframe').getByLabel('Your link').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Vegetables of the week' }).waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    if (isFirstParty)
      expect(requests.filter((it) => !it.url().startsWith(url)).map((it) => it.url())).toEqual([])
    expect(faults.filter((it) => !it.includes('400'))).toEqual([])
  })

  describe(`the cookie that the server sets (${name})`, () => {
    test(`a known code is kept for the days of the program, as the script would keep it (${name})`, async () => {
      const code = await tenant.user(`known_${name}`)
      const cookie = await cookieOf(`/?utm_source=mail&refCode=${code.toLowerCase()}`)
      expect(cookie?.replace(/[.]\d{10};/, '.now;')).toBe(
        `${cookieName}=${code}.now; ${name === 'nuxt' ? 'Max-Age=7776000; Path=/' : 'Path=/; Max-Age=7776000'}; SameSite=Lax`,
      )
      const { headers } = await headersOf(`/?refCode=${code}`)
      expect(headers.get('cache-control')).toContain('no-store')
    })

    test(`a code that the program does not have, and a text that is none, leave the cookie as it is (${name})`, async () => {
      for (const text of [
        '',
        'NOSUCHCODE',
        'a'.repeat(65),
        'A%0d%0aSet-Cookie:%20x=1',
        '../../x',
        'A;Domain=evil.test',
      ]) {
        expect(await cookieOf(`/?refCode=${text}`), text).toBe(null)
      }
    })

    test(`the consent mode of the program is respected (${name})`, async () => {
      const code = await tenant.user(`asked_${name}`)
      await tenant.program({ consentMode: 'required' })
      await expect.poll(() => cookieOf(`/?refCode=${code}`)).toBe(null)
      expect(await cookieOf(`/?refCode=${code}`, { cookie: 'consent=yes' })).toContain(`${code}.`)
      await tenant.program({ consentMode: 'cookieless' })
      await expect.poll(() => cookieOf(`/?refCode=${code}`, { cookie: 'consent=yes' })).toBe(null)
      await tenant.program({ consentMode: 'granted' })
    })
  })

  test(`no path leads a visitor to a host that the program has not named (${name})`, async () => {
    const code = await tenant.user(`led_${name}`)
    const paths = [
      `//evil.test/r/${tenant.alias}/${code}`,
      `/r/${tenant.alias}//evil.test`,
      `/r/${tenant.alias}/..%2f..%2fportal`,
      `/r/${tenant.alias}/${code}?refCode=X&url=//evil.test`,
      `/r/${tenant.alias}/@evil.test`,
      `/?refCode=//evil.test`,
    ]
    for (const path of paths) {
      const { headers } = await headersOf(path)
      const { hostname } = new URL(headers.get('location') ?? '/', url)
      expect(hostname, path).toBe('127.0.0.1')
    }
    const { status } = await headersOf(`/r/another_tenant/${code}`)
    expect([200, 404]).toContain(status)
    expect(goodwordUrl()).not.toBe(url)
  })
}
