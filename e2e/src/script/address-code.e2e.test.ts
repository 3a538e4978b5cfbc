import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { createProgram, goodwordUrl } from '../testing/goodword.ts'
import { afterLanding, nextEvent, push, scriptIsThere, shopPage } from '../testing/shop-page.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openSite } from '../testing/widget-host.ts'

const browser = await launchBrowser()
const site = await openSite(({ url }) => {
  const user = new URL(url, 'http://shop.test').searchParams.get('user')
  const identity = user === null ? {} : { account_id: user, user_id: `${user}_1` }
  return shopPage({ commands: [['init', { tenant_alias: shop.alias, ...identity }]] })
})
const at = (query: string) => `${site.at('www.friends.test')}/${query}`
const { live: shop } = await createProgram(at(''))
const [alice, zoe] = [await shop.user('alice'), await shop.user('zoe')]

const tracked = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => name.startsWith('_gw_'))

async function signedUp(page: Page, query: string, account: string) {
  await page.goto(at(query))
  await nextEvent(page, 'identified')
  return shop.referral(account)
}

test('an unknown code in the address does not replace the stored one', async () => {
  const { page, context } = await openVisitor(browser)
  await afterLanding(page, () => page.goto(at(`?refCode=${alice}`)))
  const [cookie] = await tracked(context)
  expect(await signedUp(page, '?refCode=NOBODY99&user=bob', 'bob')).toMatchObject({
    referralCodeUsed: alice,
  })
  expect(await tracked(context)).toEqual([cookie])
  const code = await page.evaluate(
    () =>
      new Promise((done) => {
        Reflect.get(window, '_gw').push(['autofill', done])
      }),
  )
  expect(code).toBe(alice)
  // A known one does: the latest link wins.
  expect(await signedUp(page, `?refCode=${zoe}&user=carol`, 'carol')).toMatchObject({
    referralCodeUsed: zoe,
  })
})

test('while it is unknown whether a code in the address is valid, no field is filled with it', async () => {
  const { page } = await openVisitor(browser)
  await afterLanding(page, () => page.goto(at(`?refCode=${alice}`)))
  let answer = () => {}
  const held = new Promise<void>((go) => {
    answer = go
  })
  await page.route('**/open/code/NOBODY99/cookie', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(at('?refCode=NOBODY99'))
  await scriptIsThere(page)
  await page.evaluate(() => {
    const field = document.createElement('input')
    field.name = 'code'
    document.body.append(field)
  })
  await push(page, 'autofill', 'name=code')
  expect(await page.inputValue('[name=code]')).toBe('')
  answer()
  await expect.poll(() => page.inputValue('[name=code]')).toBe(alice)
})

test.each([
  ['in small letters', (code: string) => `?refcode=${code}`],
  ['in capitals', (code: string) => `?REFCODE=${code}`],
  ['in the fragment', (code: string) => `#refCode=${code}`],
  [
    'in the query of a route in the fragment',
    (code: string) => `?utm_source=x#/join?a=b&refCode=${code}&c=d`,
  ],
  ['before a route that has another', (code: string) => `?refCode=${code}#/app?refCode=${zoe}`],
  [
    'with what a mail program left around it',
    (code: string) => `?refCode=%20(${code.toLowerCase()}).%E2%80%8B`,
  ],
  ['with a query of its own behind it', (code: string) => `?refCode=${code}%3Fvia%3Demail`],
])('a code in the address is read %s', async (_, query) => {
  const { page, context, faults } = await openVisitor(browser)
  await afterLanding(page, () => page.goto(at(query(alice))))
  expect((await tracked(context)).map(({ value }) => value.split('.')[0])).toEqual([alice])
  expect(faults).toEqual([])
})

test('an address with a malformed code is no fault of the page', async () => {
  const { page, faults, requests, networkIsIdle } = await openVisitor(browser)
  await page.goto(at('?refCode=%ZZ%&refCode#refcode=a%20b'))
  await scriptIsThere(page)
  await networkIsIdle()
  expect(requests.filter((it) => it.url().includes('/open/'))).toEqual([])
  expect(faults).toEqual([])
})

test('in a sandboxed frame, where cookies may not even be asked for, the code of the address fills the form', async () => {
  const framed = await openSite(({ url }) =>
    url.startsWith('/shop')
      ? shopPage({
          body: '<input name="code">',
          commands: [
            ['consent', true],
            ['init', { tenant_alias: shop.alias }],
            ['autofill', 'name=code'],
          ],
        })
      : `<!doctype html><iframe sandbox="allow-scripts" src="/shop?refCode=${alice}"></iframe>`,
  )
  const { page, faults, warnings } = await openVisitor(browser)
  await afterLanding(page, () => page.goto(framed.origin))
  const frame = page.frameLocator('iframe')
  await expect.poll(() => frame.locator('[name=code]').inputValue()).toBe(alice)
  const inside = page.frames()[1]
  expect(
    await inside?.evaluate(() =>
      Promise.resolve()
        .then(() => document.cookie)
        .catch((it) => it.name),
    ),
  ).toBe('SecurityError')
  await inside?.evaluate(() =>
    Reflect.get(window, '_gw').push(['consent', false], ['logout'], ['welcome', {}]),
  )
  expect({ faults, warnings }).toEqual({ faults: [], warnings: [] })
})

test('a person whose browser is taken for a machine comes to the shop by the button of the preview', async () => {
  const { page, faults } = await openVisitor(browser, { userAgent: 'Mozilla/5.0', locale: 'en' })
  await page.goto(`${goodwordUrl()}/r/${shop.alias}/${alice}?via=email`)
  await page.getByRole('button', { name: 'See the offer' }).click()
  await page.waitForURL(at(`?refCode=${alice}`))
  expect(faults).toEqual([])
})
