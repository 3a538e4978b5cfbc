import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { signUser } from '@goodword/server/testing/sign'
import { installLocked } from '@goodword/testing/install-locked'
import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { createProgram, goodwordUrl } from '../testing/goodword.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openSite } from '../testing/widget-host.ts'

// The script of the former service as it is published, in a browser. The guide on moving clients lists the missing parts.

const packages = installLocked(resolve(import.meta.dirname, '../../platform'))
const script = readFileSync(join(packages, 'node_modules/@saasquatch/squatch-js/dist/squatch.min.js'), 'utf8')

type FormerUser = { readonly id: string; readonly accountId: string }
type Params = {
  readonly user: FormerUser
  readonly jwt?: string
  readonly engagementMedium: string
  readonly widgetType: string
}
type SquatchJs = {
  readonly init: (config: { readonly tenantAlias: string; readonly domain: string }) => void
  readonly autofill: (selector: string) => void
  readonly widgets: () => { readonly upsertUser: (params: Params) => Promise<{ readonly user: unknown }> }
  readonly api: () => {
    readonly upsertUser: (params: Params) => Promise<{ readonly user: unknown }>
    readonly squatchReferralCookie: () => Promise<{ readonly codes?: readonly string[] }>
  }
}
declare global {
  var squatch: SquatchJs
}

const browser = await launchBrowser()
const site = await openSite({
  '/squatch.js': { headers: { 'content-type': 'text/javascript' }, body: script },
  '/': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><script src="/squatch.js"></script>
<h1>Shop</h1><label>Code <input id="coupon"></label><div id="squatchembed"></div></html>`,
})
const { live } = await createProgram(`${site.origin}/`)
await live.program({ landingPage: `${site.origin}/`, legacyClients: true })
const config = { tenantAlias: live.alias, domain: goodwordUrl() }
const shown = { engagementMedium: 'EMBED', widgetType: 'REFERRER_WIDGET' }

test('squatch-js as it is published reads the code of a share link, fills it in, registers a friend and shows our widget', async () => {
  const code = await live.user('ada')
  const { page, requests } = await openVisitor(browser)
  await page.goto(`${goodwordUrl()}/r/${live.alias}/${code}`)
  await page.evaluate((it) => squatch.init(it), config)
  // The script stores the parameter of the address as its cookie.
  const cookies = await page.context().cookies()
  expect(cookies.map(({ name }) => name)).toContain('_saasquatch')
  const read = await page.evaluate(() => squatch.api().squatchReferralCookie())
  expect(read).toMatchObject({ codes: [code] })
  await page.evaluate(() => squatch.autofill('#coupon'))
  await expect.poll(() => page.locator('#coupon').inputValue()).toBe(code)

  const bob = { id: 'bob/1', accountId: 'bob', firstName: 'Bob', email: 'bob@example.com' }
  const params = { ...shown, user: bob, jwt: signUser(live.signingKey, bob) }
  const user = await page.evaluate(async (it) => (await squatch.widgets().upsertUser(it)).user, params)
  expect(user).toMatchObject({ ...bob, referralCode: expect.any(String) })
  await page.frameLocator('#squatchembed iframe').frameLocator('iframe').getByLabel('Your link').waitFor()
  const { referral } = await live.requestOk('GET', '/account/bob')
  expect(referral).toMatchObject({ code, status: 'IN_PROGRESS' })
  const paths = requests
    .map((it) => new URL(it.url()))
    .filter((it) => it.origin === new URL(config.domain).origin)
  expect(paths.map((it) => it.pathname)).toEqual(
    expect.arrayContaining([
      `/a/${live.alias}/widgets/squatchcookiejson`,
      `/api/v1/${live.alias}/widget/account/bob/user/bob%2F1/upsert`,
    ]),
  )
})

test('squatch-js hears why a token is refused', async () => {
  const { page } = await openVisitor(browser)
  await page.goto(site.origin)
  await page.evaluate((it) => squatch.init(it), config)
  const eve = { id: 'eve', accountId: 'eve' }
  const params = { ...shown, user: eve, jwt: signUser(live.apiKey, eve) }
  const failure = await page.evaluate(
    (it) =>
      squatch
        .api()
        .upsertUser(it)
        .then(
          () => null,
          (error) => ({ ...error, text: String(error) }),
        ),
    params,
  )
  expect(JSON.stringify(failure)).toContain('SIGNATURE_INVALID')
  expect(await live.request('GET', '/account/eve')).toMatchObject({ status: 404 })
})
