import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { createProgram, goodwordUrl } from '../testing/goodword.ts'
import { nextEvent, push, scriptIsThere, shopPage } from '../testing/shop-page.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openSite } from '../testing/widget-host.ts'

const browser = await launchBrowser()
let body = ''
let commands: readonly (readonly unknown[])[] = []
const site = await openSite({
  get '/'() {
    return shopPage({ body, commands })
  },
  // A third-party frame on the merchant's page, which posts any message that it is given.
  '/stranger': `<!doctype html><html lang="en"><title>Stranger</title><script>
    const received = []
    addEventListener('message', ({ data }) => {
      if (typeof data.say === 'object') parent.postMessage(data.say, '*')
      else received.push(data)
    })
  </script>`,
})
const { live: shop } = await createProgram(`${site.origin}/`)
const init = ['init', { tenant_alias: shop.alias, account_id: 'bob', user_id: 'bob_1', locale: 'en' }]
const button = '<button class="goodword-open"><b>Share</b></button>'

async function open(page: { readonly body?: string; readonly commands?: readonly (readonly unknown[])[] }) {
  body = page.body ?? button
  commands = page.commands ?? [init]
  const visitor = await openVisitor(browser)
  await visitor.page.goto(site.origin)
  await scriptIsThere(visitor.page)
  return visitor
}

const isOpen = (page: Page) => page.getByRole('dialog').isVisible()
const isLocked = (page: Page) => page.evaluate(() => document.documentElement.style.overflow === 'hidden')

test('a click opens a dialog with the widget, whose address contains nothing about the person', async () => {
  const { page, requests, faults } = await open({})
  await page.click('.goodword-open b')
  await page.frameLocator('dialog iframe').getByLabel('Your link').waitFor()
  expect(await page.getByRole('dialog', { name: 'Refer a friend' }).count()).toBe(1)
  expect(await isLocked(page)).toBe(true)
  const frames = requests.filter((it) => it.url().includes(`/widget/${shop.alias}`)).map((it) => it.url())
  expect(frames).toEqual([`${goodwordUrl()}/widget/${shop.alias}?mode=popup&locale=en`])
  expect(faults).toEqual([])
})

test('Escape, the page beside it and the command close it; focus and scrolling come back', async () => {
  const { page } = await open({})
  const ways: readonly (() => Promise<void>)[] = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(4, 4),
    () => push(page, 'close'),
  ]
  for (const close of ways) {
    await page.focus('.goodword-open')
    await page.keyboard.press('Enter')
    await expect.poll(() => isOpen(page)).toBe(true)
    // The frame takes the focus when it is there.
    await page.frameLocator('dialog iframe').getByLabel('Your link').waitFor()
    await page.locator('dialog').focus()
    await close()
    await expect.poll(() => isOpen(page)).toBe(false)
    await expect.poll(() => isLocked(page)).toBe(false)
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('goodword-open')
  }
  expect(await page.locator('iframe').count()).toBe(1)
})

test('a call of open before init waits for init, and an open that was taken back does not', async () => {
  const { page } = await open({ commands: [['open'], init] })
  await expect.poll(() => isOpen(page)).toBe(true)
  const { page: other } = await open({ commands: [['open'], ['close'], init] })
  await nextEvent(other, 'identified')
  expect(await isOpen(other)).toBe(false)
})

test('an unknown visitor gets no widget', async () => {
  const { page, requests, networkIsIdle } = await open({
    commands: [['init', { tenant_alias: shop.alias }], ['open']],
  })
  await page.click('.goodword-open')
  await networkIsIdle()
  expect(await page.locator('iframe').count()).toBe(0)
  expect(requests.filter((it) => it.url().includes('/widget/'))).toEqual([])
})

test('a container is filled, also one that comes later, and takes the height of what it holds', async () => {
  const { page, faults } = await open({ body: '<main></main>' })
  await page.evaluate(() => {
    const container = document.createElement('div')
    container.id = 'goodword'
    document.querySelector('main')?.append(container)
  })
  await page.frameLocator('#goodword iframe').getByLabel('Your link').waitFor()
  const frame = page.frameLocator('#goodword iframe')
  const needed = () => frame.locator('html').evaluate((it) => it.scrollHeight)
  await expect
    .poll(async () => {
      const height = await page.locator('#goodword iframe').evaluate((it) => it.clientHeight)
      return Math.abs(height - (await needed()))
    })
    .toBeLessThanOrEqual(1)
  expect(faults).toEqual([])
})

test('another person on the page gets a widget of their own', async () => {
  const { page } = await open({ body: `${button}<div id="goodword"></div>` })
  const shown = () => page.frameLocator('#goodword iframe').getByLabel('Your link').inputValue()
  const zoe = await shop.user('zoe')
  await expect.poll(shown).toMatch(/\/r\//)
  expect(await shown()).not.toContain(zoe)
  await push(page, 'init', { tenant_alias: shop.alias, account_id: 'zoe', user_id: 'zoe_user' })
  await expect.poll(shown).toContain(zoe)
  expect(await page.locator('#goodword iframe').count()).toBe(1)
})

test('messages of other windows are ignored, and other windows receive none', async () => {
  const foreignFrame = `<iframe title="Stranger" src="${site.at('stranger.test')}/stranger"></iframe>`
  const { page } = await open({ body: button + foreignFrame })
  await page.click('.goodword-open')
  const widget = page.frameLocator('dialog iframe')
  await widget.getByLabel('Your link').waitFor()
  const frame = page.frames().find((it) => it.url().endsWith('/stranger'))
  const height = () => page.locator('dialog iframe').evaluate((it) => it.style.height)
  const needed = () =>
    widget.locator('.widget').evaluate((it) => Math.ceil(it.getBoundingClientRect().height))
  // The widget posts its height a moment after it is shown.
  await expect.poll(async () => (await height()).includes(`(${await needed()}px,`)).toBe(true)
  const before = await height()
  for (const message of [
    { goodword: 1, type: 'ready' },
    { goodword: 1, type: 'resize', height: 1 },
    { goodword: 1, type: 'event', name: 'identified', detail: 'forged' },
    { goodword: 1, type: 'close' },
  ]) {
    await frame?.evaluate((sent) => parent.postMessage(sent, '*'), message)
    // The page itself, too, is not the widget.
    await page.evaluate((sent) => window.postMessage(sent, '*'), message)
  }
  await nextEvent(page, 'identified')
  expect(await isOpen(page)).toBe(true)
  expect(await height()).toBe(before)
  expect(await nextEvent(page, 'identified')).toMatchObject({ accountId: 'bob' })
  expect(await frame?.evaluate('received')).toEqual([])
})

test('a frame that was navigated elsewhere gets no messages', async () => {
  const { page } = await open({ body: '<div id="goodword"></div>' })
  await page.frameLocator('#goodword iframe').getByLabel('Your link').waitFor()
  await page.locator('#goodword iframe').evaluate(
    (frame, address) => {
      if (frame instanceof HTMLIFrameElement) frame.src = address
    },
    `${site.at('stranger.test')}/stranger`,
  )
  const frame = () => page.frames().find((it) => it.url().endsWith('/stranger'))
  await expect.poll(() => frame() !== undefined).toBe(true)
  await frame()?.waitForLoadState()
  await frame()?.evaluate(() => parent.postMessage({ goodword: 1, type: 'ready' }, '*'))
  await push(page, 'subscribe', 'nothing', null)
  expect(await frame()?.evaluate('received')).toEqual([])
})
