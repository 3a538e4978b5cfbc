import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { signUser } from '@goodword/server/testing/sign'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { createProgram } from '../testing/goodword.ts'
import { shiftOf, watchShifts } from '../testing/layout-shift.ts'
import { scriptIsThere, shopPage } from '../testing/shop-page.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openSite } from '../testing/widget-host.ts'

const guide = await readFile(resolve(import.meta.dirname, '../../../docs/guides/widget.md'), 'utf8')
const container = /^<style>.*?<div id="goodword"><\/div>$/ms.exec(guide)?.[0] ?? ''
const browser = await launchBrowser()
let id = ''
const paragraph = `<p>${'All that a shop has to say. '.repeat(60)}</p>`
const site = await openSite({
  get '/'() {
    const user = { accountId: id, id: `${id}_user` }
    const jwt = id === 'plain' ? {} : { jwt: signUser(shop.signingKey, user) }
    const identity = { tenant_alias: shop.alias, account_id: id, user_id: user.id, locale: 'en', ...jwt }
    return shopPage({
      body: `<p>Account</p><button class="goodword-open">Share</button>${container}${paragraph.repeat(3)}`,
      commands: [['init', identity]],
    })
  },
})
const { live: shop } = await createProgram(`${site.origin}/`)

const code = await shop.user('busy')
for (const friend of ['one', 'two', 'three']) {
  await shop.user(friend, { firstName: friend })
  await shop.sync(friend, { subscription: { status: 'TRIAL' }, referral: { code } })
}
await shop.pay('one')

/** Less than a line of text that moves by a pixel at the lower edge of the window. */
const HARDLY = 0.002

test('the container of the guide reserves its room', () => {
  expect(container).toContain('min-height')
})

const sizes = [
  ['desktop', { width: 1280, height: 800 }],
  ['phone', { width: 375, height: 667 }],
] as const
const people = ['plain', 'fresh', 'busy']

test.each(sizes.flatMap(([name, viewport]) => people.map((person) => [person, name, viewport] as const)))(
  'nothing moves around the widget of %s on a %s, embedded and as a popup',
  async (person, _, viewport) => {
    id = person
    const { page } = await openVisitor(browser, { viewport })
    await watchShifts(page)
    await page.goto(site.origin)
    await scriptIsThere(page)
    await page.frameLocator('#goodword iframe').getByLabel('Your link').waitFor()
    await settled(page)
    const embedded = await shiftOf(page)
    expect(embedded).toBeLessThan(HARDLY)
    await page.click('.goodword-open')
    await page.frameLocator('dialog iframe').getByLabel('Your link').waitFor()
    await settled(page)
    expect((await shiftOf(page)) - embedded).toBeLessThan(HARDLY)
    // Inside of the frames nothing moves either.
    for (const frame of page.frames().slice(1)) expect(await frame.evaluate<number>('window.shifted')).toBe(0)
  },
)

/** The frames in the page are as tall as their content. */
async function settled(page: Page): Promise<void> {
  const embedded = page.locator('#goodword iframe')
  const needed = () =>
    page
      .frameLocator('#goodword iframe')
      .locator('.widget')
      .evaluate((it) => Math.ceil(it.getBoundingClientRect().height))
  await expect
    .poll(async () => (await embedded.evaluate((it) => it.clientHeight)) === (await needed()))
    .toBe(true)
}
