import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startBraintreeSandbox } from '@goodword/server/testing/processor/braintree-sandbox'
import { startLocalSandbox } from '@goodword/server/testing/processor/local-sandbox'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openSite } from '../testing/widget-host.ts'
import { contentBarriersOf } from './page-findings.ts'
import { fitsInWidth, openPortal } from './portal.ts'
import { buildReactApp } from './react-app.ts'

const browser = await launchBrowser()
const portal = await openPortal()

test('the check shows what pages do, seconds after they do it', async () => {
  const { page, faults } = await portal.visit(browser, 'install')
  await page.getByText('Next: Script on your pages').waitFor()
  await page.getByLabel('Your website').selectOption('HTML, a version that never changes')
  const snippet = await page.getByRole('figure').first().textContent()
  expect(snippet).toContain(`tenant_alias: '${portal.alias}'`)
  expect(snippet).toMatch(/integrity="sha\d+-/)

  const tag = /src="([^"]+)"/.exec(snippet ?? '')?.[1] ?? ''
  const loaded = await fetch(tag, { headers: { referer: 'https://shop.example.com/sign-up' } })
  expect(loaded.status).toBe(200)
  await page.getByRole('listitem').getByText('https://shop.example.com', { exact: true }).waitFor()
  await page.getByText('Next: Code in your form').waitFor()
  expect(await contentBarriersOf(page)).toEqual([])
  expect(faults).toEqual([])
})

test('every guide that the page names exists, among them that for moving from another service', async () => {
  const { page } = await portal.visit(browser, 'install')
  await page.getByText('Next: ').waitFor()
  const links = await page.getByRole('link', { name: /^Guide/ }).all()
  const addresses = await Promise.all(links.map((it) => it.evaluate((link) => Reflect.get(link, 'pathname'))))
  expect(addresses).toEqual(
    expect.arrayContaining(['/docs/guides/moving-in', '/docs/guides/reference/first-integration']),
  )
  const files = addresses.map((it) => `${it.replace(/\/$/, '/README')}.md`)
  const missing = files.filter((it) => !existsSync(join(import.meta.dirname, '../../..', it)))
  expect(missing).toEqual([])
})

test('the React snippet works in an app as it stands', async () => {
  const { page } = await portal.visit(browser, 'install')
  await page.getByLabel('Your website').selectOption('React')
  const snippet = await page.getByRole('figure', { name: 'React' }).locator('code').innerText()
  const { html, script } = await buildReactApp(snippet)
  const site = await openSite(({ url }) =>
    url === '/app.js' ? { headers: { 'content-type': 'text/javascript' }, body: script } : html,
  )
  const origin = site.at('app.shop.test')
  await portal.tenant.program({ allowedOrigins: [origin], landingPage: origin })
  const { page: app, faults } = await openVisitor(browser)
  await app.goto(origin)
  await app.getByRole('button', { name: 'Sign in' }).click()
  await expect
    .poll(() => portal.tenant.request('GET', '/account/acct_react/user/user_react').then((it) => it.status))
    .toBe(200)
  await app.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('listitem').getByText(origin, { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('without a payment processor, its connection is asked for once, however long the page is open', async () => {
  const { page, requests } = await portal.visitAlone(browser, 'home')
  await page.clock.install()
  const before = requests.length
  await page.getByRole('link', { name: 'Install' }).click()
  await page.getByRole('tab', { name: 'Authorize' }).click()
  await page.getByLabel('Merchant ID').waitFor()
  await page.clock.fastForward(60_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  // Earlier requests of the page are complete when this one is.
  await page.evaluate(() => fetch('/livez').then((it) => it.text()))
  const asked = requests.slice(before).filter((it) => new URL(it.url()).pathname.endsWith('/connection'))
  expect(asked).toHaveLength(1)
})

test('a key is shown once, works, is rolled with an overlap, and is revoked', async () => {
  const { page, faults } = await portal.visitAlone(browser, 'install?tab=keys', {
    viewport: { width: 390, height: 844 },
  })
  await page.getByRole('button', { name: 'Create an API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create an API key' })
  const name = `<b>${'Shop'.repeat(60)}</b>`
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Write', { exact: true }).uncheck()
  await dialog.getByLabel('Expires').selectOption('In 90 days')
  expect(await contentBarriersOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create the key' }).click()
  const first = await page.getByLabel('API key', { exact: true }).inputValue()
  expect(await statusWith(first)).toBe(200)
  expect(await fitsInWidth(page)).toBe(true)
  await page.getByRole('button', { name: 'I have stored it' }).click()
  expect(await page.content()).not.toContain(first)

  await page.getByRole('button', { name: `Roll ${name}` }).click()
  await page.getByRole('button', { name: 'Roll the key' }).click()
  const second = await page.getByLabel('API key', { exact: true }).inputValue()
  expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200])
  await page.getByText('Being replaced').waitFor()

  await page
    .getByRole('button', { name: `Revoke ${name}` })
    .first()
    .click()
  await page.getByText(/It was last used|never used/).waitFor()
  await page.getByRole('button', { name: 'Revoke the key' }).click()
  await page.getByText('Revoked', { exact: true }).waitFor()
  await expect.poll(() => statusWith(second)).toBe(401)
  expect(faults).toEqual([])
})

test('the steps for an assistant get a test key that works and can be copied', async () => {
  const { page, faults, context } = await portal.visit(browser, 'install?tab=assistant')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Fill in a new test key' }).click()
  await page.getByText('The steps have a new test key').waitFor()
  await page.getByRole('button', { name: 'Copy: Steps' }).click()
  await page.getByRole('button', { name: 'Copied: Steps' }).waitFor()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  const [, key = ''] = /^KEY=(gw_test_\w+)$/m.exec(text) ?? []
  expect(await statusWith(key)).toBe(200)
  await page.reload()
  await page.getByText('KEY=gw_test_…').waitFor()
  expect(await page.content()).not.toContain(key)
  expect(faults).toEqual([])
})

test('a processor is connected, says what is missing, and is disconnected by typing its name', async () => {
  const gateway = await startBraintreeSandbox()
  onTestFinished(() => gateway.close())
  const keys = { publicKey: 'public_of_acme', privateKey: 'private_of_acme' }
  await gateway.control('POST', '/merchants', { id: 'acme_merchant', keys: [keys], customFields: [] })
  const { page, faults } = await portal.visit(browser, 'install?tab=authorize')
  await page.getByLabel('Local gateway').check()
  await page.getByLabel('Address of the gateway').fill(gateway.url)
  await page.getByLabel('Merchant ID').fill('acme_merchant')
  await page.getByLabel('Public Key').fill(keys.publicKey)
  // Typed values stay when the person comes back from the page with the keys.
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await page.evaluate(() => fetch('/livez').then((it) => it.text()))
  expect(await page.getByLabel('Public Key').inputValue()).toBe(keys.publicKey)
  await connectWith(page, 'wrong')
  await page
    .getByRole('alert')
    .getByText(/reject|accept/)
    .waitFor()
  await connectWith(page, keys.privateKey)
  await page.getByText('Incomplete').waitFor()
  await page.getByRole('listitem').getByText('Custom field referral_coupon').waitFor()
  expect(await page.getByRole('textbox', { name: 'Webhook URL' }).inputValue()).toContain(
    `/hooks/${portal.alias}/`,
  )
  expect(await page.content()).not.toContain(keys.privateKey)
  expect(await contentBarriersOf(page)).toEqual([])

  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByText('Checked. See what is missing.').first().waitFor()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disconnect the payment processor?' })
  await dialog.getByText(/No live subscription has a referral discount now/).waitFor()
  await dialog.getByLabel('Type acme_merchant to confirm').fill('acme_merchant')
  expect(await contentBarriersOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('heading', { name: 'Connect Braintree' }).waitFor()
  expect(faults).toEqual([])
})

test('Stripe is chosen by keyboard, a key of the other mode is refused at its field, and missing rights are named', async () => {
  const stripe = await startLocalSandbox('stripe')
  onTestFinished(() => stripe.close())
  const apiKey = 'rk_test_acme_of_the_portal'
  await stripe.control('POST', '/accounts', {
    id: 'acct_acme',
    keys: [apiKey],
    permissions: ['rak_account_read'],
  })
  const { page, faults } = await portal.visit(browser, 'install?tab=authorize')
  await page.getByRole('radio', { name: /^Braintree/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('heading', { name: 'Connect Stripe' }).waitFor()
  await page.getByText('Credit Notes: Write').waitFor()
  expect(await contentBarriersOf(page)).toEqual([])
  await page.getByRole('radio', { name: 'Local Stripe' }).check()
  await page.getByLabel('Address of the local Stripe').fill(stripe.url)
  const key = page.getByLabel('Restricted key')
  await key.fill('rk_live_acme')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page
    .getByText(/This is a live key of Stripe/)
    .first()
    .waitFor()
  expect(await key.getAttribute('aria-invalid')).toBe('true')
  await key.fill(apiKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('listitem').getByText('Permission rak_subscription_write').waitFor()
  expect(await page.content()).not.toContain(apiKey)
  expect(await contentBarriersOf(page)).toEqual([])

  await stripe.control('PUT', '/accounts/acct_acme/permissions', { permissions: null })
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByText('Permission rak_subscription_write').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Replace the keys' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace the keys' })
  expect(await dialog.getByLabel('Restricted key').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await portal.tenant.requestOk('DELETE', '/connection')
  expect(faults).toEqual([])
})

test('a merchant who bills by an own system connects it without keys', async () => {
  const { page, faults } = await portal.visit(browser, 'install?tab=authorize')
  await page.getByRole('radio', { name: /^Your own billing/ }).check()
  expect(await page.getByLabel('Calls a day').count()).toBe(0)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText('There is nothing to set up.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Webhook URL' }).count()).toBe(0)
  expect(await contentBarriersOf(page)).toEqual([])
  await portal.tenant.requestOk('DELETE', '/connection')
  expect(faults).toEqual([])
})

async function connectWith(page: Page, privateKey: string): Promise<void> {
  await page.getByLabel('Private Key').fill(privateKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
}

async function statusWith(apiKey: string): Promise<number> {
  const { status } = await fetch(`${portal.url}/api/v1/${portal.alias}/program`, {
    headers: { authorization: `Basic ${btoa(`${apiKey}:`)}` },
  })
  return status
}
