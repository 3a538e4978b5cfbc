import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { createProgram } from '../testing/goodword.ts'
import { afterLanding, nextEvent, push, scriptIsThere, shopPage } from '../testing/shop-page.ts'
import { openSite } from '../testing/site.ts'
import { openVisitor } from '../testing/visitor.ts'

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
