import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { signToken, signUser } from '@goodword/server/testing/sign'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { createProgram, goodwordUrl } from '../testing/goodword.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openSite } from '../testing/widget-host.ts'

const guide = await readFile(resolve(import.meta.dirname, '../../../docs/guides/widget.md'), 'utf8')
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)\\n\`\`\`$`, 'gms'))].map(([, text = '']) => text)
const [page = '', container = '', renewal = '', listeners = '', ...others] = blocks('html')
const [policy = ''] = blocks('text')

const browser = await launchBrowser()
let html = ''
let headers: Readonly<Record<string, string>> = {}
const site = await openSite(({ url }) => (url === '/goodword-token' ? jwt : { headers, body: html }))
const { live: shop } = await createProgram(`${site.origin}/welcome`)
const jwt = signUser(shop.signingKey, { accountId: 'acct_bob', id: 'user_bob' })

/** Fills a text of the guide in as readers do for a page of theirs. */
const filledIn = (text: string) =>
  text
    .replaceAll('http://127.0.0.1:4000', goodwordUrl())
    .replaceAll("'pottery'", `'${shop.alias}'`)
    .replaceAll(/\{\{.*?\}\}/g, jwt)

async function visit(body: string, policies: typeof headers = {}, options: BrowserContextOptions = {}) {
  html = filledIn(body)
  headers = policies
  const visitor = await openVisitor(browser, options)
  await visitor.page.goto(site.origin)
  return visitor
}

const popupOf = (it: Page) => it.frameLocator('dialog iframe')

test('every snippet is tried here', () => {
  expect(others).toEqual([])
  expect(policy).not.toBe('')
})

test('the page of the guide opens the widget, and shows a signed user what has come of it', async () => {
  const { page: tab, faults } = await visit(page)
  await tab.getByRole('button', { name: 'Invite a friend' }).click()
  await popupOf(tab).getByRole('region', { name: 'Your referrals' }).waitFor()
  await popupOf(tab).getByRole('button', { name: 'Close' }).click()
  await tab.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await tab.evaluate(() => document.activeElement?.className)).toBe('goodword-open')
  expect(faults).toEqual([])
})

test('the container of the guide holds the widget as tall as it is', async () => {
  const { page: tab, faults } = await visit(page.replace('</body>', `${container}</body>`))
  const embedded = tab.frameLocator('#goodword iframe')
  await embedded.getByLabel('Your code').waitFor()
  const isWhole = () => embedded.locator('html').evaluate((it) => it.scrollHeight <= it.clientHeight)
  await expect.poll(isWhole).toBe(true)
  expect(faults).toEqual([])
})

test('the page of the guide brings a new token when the first has expired', async () => {
  const user = { accountId: 'acct_bob', id: 'user_bob' }
  const expired = signToken(shop.signingKey, { user, exp: 1_600_000_000 })
  const body = page.replace(/\{\{.*?\}\}/, expired).replace('</head>', `${renewal}</head>`)
  const { page: tab } = await visit(body)
  await tab.getByRole('button', { name: 'Invite a friend' }).click()
  await popupOf(tab).getByRole('region', { name: 'Your referrals' }).waitFor()
})

test('the listeners of the guide are called', async () => {
  const { page: tab } = await visit(page.replace('</head>', `${listeners}</head>`))
  await tab.getByRole('button', { name: 'Invite a friend' }).click()
  const popup = popupOf(tab)
  await popup.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(() => tab.title()).toBe('copied the link')
  await popup.getByRole('button', { name: 'Copy code' }).click()
  await expect.poll(() => tab.title()).toBe('copied the code')
  await popup.getByRole('link', { name: 'WhatsApp' }).evaluate((it) => {
    it.addEventListener('click', (event) => event.preventDefault())
  })
  await popup.getByRole('link', { name: 'WhatsApp' }).click()
  await expect.poll(() => tab.title()).toBe('shared by whatsapp')
})

test('the policy of the guide is enough for script and widget', async () => {
  const nonced = page.replace('<script>', '<script nonce="page">')
  const rules = `default-src 'none'; ${filledIn(policy)}; require-trusted-types-for 'script'`
  const headers = { 'content-security-policy': rules.replace('script-src ', "script-src 'nonce-page' ") }
  const { page: tab, faults } = await visit(nonced, headers)
  await tab.getByRole('button', { name: 'Invite a friend' }).click()
  await popupOf(tab).getByLabel('Your code').waitFor()
  expect(faults.filter((it) => !it.includes('favicon'))).toEqual([])
})

test('on a phone, the popup fits, and a page that declares no dark colors has a light one', async () => {
  const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, colorScheme: 'dark' } as const
  const { page: tab } = await visit(page, {}, phone)
  await tab.getByRole('button', { name: 'Invite a friend' }).tap()
  await popupOf(tab).getByLabel('Your code').waitFor()
  const box = await tab.locator('dialog').boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640)
  const background = await popupOf(tab)
    .locator('html')
    .evaluate((it) => getComputedStyle(it).colorScheme)
  expect(background).toBe('light')
})
