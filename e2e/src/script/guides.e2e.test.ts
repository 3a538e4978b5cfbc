import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { blocksOf } from '@goodword/server/testing/guides/guide-blocks'
import { signUser } from '@goodword/server/testing/sign'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { createProgram, goodwordUrl } from '../testing/goodword.ts'
import { afterLanding, nextEvent } from '../testing/shop-page.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openSite, type SiteAnswer } from '../testing/widget-host.ts'

const guideOf = async (name: string) =>
  blocksOf(await readFile(resolve(import.meta.dirname, '../../../docs/guides', name), 'utf8'))
const htmlOf = async (name: string) =>
  (await guideOf(name)).filter((it) => it.language === 'html').map((it) => it.text)

const [
  everyPage = '',
  form = '',
  redirect = '',
  welcome = '',
  signedIn = '',
  listeners = '',
  pinned = '',
  renamed = '',
  ...others
] = await htmlOf('script.md')
const [banner = '', ...moreOfConsent] = await htmlOf('reference/cookies.md')

const browser = await launchBrowser()
let answer: SiteAnswer = ''
const site = await openSite(({ url }) => (url.startsWith('/favicon') ? null : answer))
const { live: shop } = await createProgram(`${site.at('www.shop.test')}/welcome`)
const code = await shop.user('bob', { firstName: 'Bob' })
let people = 0
const [release] = await (await fetch(`${goodwordUrl()}/s/releases.json`)).json()

/** Fills a text of the guide in as readers do for a page of theirs. */
const filledIn = (text: string) => {
  const person = `carol${people++}`
  const user = { accountId: `acct_${person}`, id: `user_${person}` }
  return text
    .replaceAll('http://127.0.0.1:4000', goodwordUrl())
    .replaceAll(/'(?:nursery|orchard)'/g, `'${shop.alias}'`)
    .replace('{{ integrity, as the list has it }}', release.integrity)
    .replace('{{ a token that your server made for this user }}', signUser(shop.signingKey, user))
    .replaceAll('carol', person)
}

const pageOf = (...snippets: readonly string[]) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>${filledIn(snippets.join('\n'))}`

/** A visitor who follows a share link to a page of these snippets. */
async function follow(page: SiteAnswer) {
  answer = page
  const visitor = await openVisitor(browser)
  await visitor.page.goto(`${goodwordUrl()}/r/${shop.alias}/${code}`)
  return visitor
}

test('every snippet is tried here', () => {
  expect([...others, ...moreOfConsent]).toEqual([])
  expect([everyPage, form, redirect, welcome, signedIn, listeners, pinned, renamed, banner]).not.toContain('')
})

test('the two snippets are enough: a friend comes, signs up and is attributed', async () => {
  const { page, context, faults } = await follow(pageOf(everyPage))
  await expect
    .poll(() => context.cookies())
    .toMatchObject([{ name: `_gw_${shop.alias}`, domain: '.shop.test' }])
  answer = pageOf(signedIn)
  await page.goto(`${site.at('app.shop.test')}/account`)
  const { accountId } = Object(await nextEvent(page, 'identified'))
  expect(accountId).toMatch(/^acct_carol/)
  expect(await shop.referral(accountId)).toMatchObject({ referralCodeUsed: code, status: 'IN_PROGRESS' })
  expect(faults).toEqual([])
})

test('forms are filled, by our field name and by the processor’s, and a function gets the code', async () => {
  for (const order of [
    [everyPage, form, redirect, welcome],
    [form, redirect, welcome, everyPage],
  ]) {
    const { page, faults } = await follow(pageOf(...order))
    for (const name of ['referral_code', 'customer[custom_fields][referral_coupon]']) {
      await expect.poll(() => page.inputValue(`[name="${name}"]`)).toBe(code)
    }
    await expect.poll(() => page.textContent('#welcome')).toBe(`You come with the code ${code}.`)
    expect(faults).toEqual([])
  }
})

test('listeners get the identified user', async () => {
  const { page } = await follow(pageOf(signedIn, listeners))
  await expect.poll(() => page.title()).toMatch(/^Your code is [A-Z0-9]{9}$/)
})

test('a release with its hash, and a queue of another name, do the same', async () => {
  for (const snippets of [[everyPage.replace(/<script async.*/, ''), pinned], [renamed]]) {
    const { context, faults } = await follow(pageOf(...snippets))
    await expect.poll(() => context.cookies()).toHaveLength(1)
    expect(faults).toEqual([])
  }
})

test('the banner of the guide stores after yes, and takes away after no', async () => {
  const landingPage = `${site.at('www.shop.test')}/welcome`
  onTestFinished(async () => void (await shop.program({ landingPage })))
  await shop.program({ landingPage, consentMode: 'required' })
  answer = pageOf(banner)
  const { page, context } = await openVisitor(browser)
  await afterLanding(page, () => page.goto(`${landingPage}?refCode=${code}`))
  expect(await context.cookies()).toEqual([])
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect.poll(() => context.cookies()).toHaveLength(1)
  await page.getByRole('button', { name: 'No' }).click()
  await expect.poll(() => context.cookies()).toEqual([])
})

test('the cookie that a server sets by the guide is the one that stays, and attributes', async () => {
  const folder = temporaryFolder(onTestFinished)
  const snippet = (await guideOf('reference/cookies.md')).find((it) =>
    it.text.startsWith('// tracking-cookie.ts'),
  )
  await writeFile(join(folder, 'tracking-cookie.ts'), snippet?.text ?? '')
  const { trackingCookie } = await import(
    /* @vite-ignore */ pathToFileURL(join(folder, 'tracking-cookie.ts')).href
  )
  const rules = { alias: shop.alias, domain: 'shop.test', days: 60, now: Date.now() - 60_000 }
  const cookie = String(trackingCookie({ ...rules, url: `/welcome?refCode=${code.toLowerCase()}` }))
  expect(trackingCookie({ ...rules, url: '/welcome?refCode=<b>' })).toBeNull()

  answer = { headers: { 'set-cookie': cookie.replace('; Secure', '') }, body: pageOf(everyPage) }
  const { page, context } = await openVisitor(browser)
  await afterLanding(page, () => page.goto(`${site.at('www.shop.test')}/welcome?refCode=${code}`))
  const [kept] = await context.cookies()
  expect(`${kept?.name}=${kept?.value}`).toBe(cookie.split(';')[0])
  answer = pageOf(signedIn)
  await page.goto(site.at('app.shop.test'))
  const { accountId } = Object(await nextEvent(page, 'identified'))
  expect(await shop.referral(accountId)).toMatchObject({ referralCodeUsed: code })
})
