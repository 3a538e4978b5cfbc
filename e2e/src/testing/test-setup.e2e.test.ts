import { expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { goodwordUrl } from './goodword.ts'
import { openVisitor } from './visitor.ts'
import { openSite } from './widget-host.ts'

const browser = await launchBrowser()
const site = await openSite({ '/': '<!doctype html><title>Shop</title><h1>Shop</h1>', '/words': 'words' })

test('the browser keeps pages from reading what another origin does not let them', async () => {
  const { page } = await openVisitor(browser)
  await page.goto(site.origin)
  const read = (address: string) =>
    page.evaluate((it) => fetch(it).then((answer) => answer.text(), String), address)
  expect(await read(`${site.origin}/words`)).toBe('words')
  expect(await read(`${site.at('elsewhere.test')}/words`)).toMatch(/^TypeError: Failed to fetch/)
  expect(await read(`${goodwordUrl()}/livez`)).toMatch(/^TypeError: Failed to fetch/)
})

test('errors of pages, breaches of their policies and warnings are noticed', async () => {
  const policed = await openSite({
    '/': {
      headers: { 'content-security-policy': "script-src 'nonce-a'" },
      body: '<!doctype html><script>bad()</script><script nonce="a">console.warn("mind"); good()</script>',
    },
  })
  const { page, faults, warnings } = await openVisitor(browser)
  await page.goto(policed.origin)
  await expect.poll(() => faults.join('\n')).toMatch(/ReferenceError: good is not defined/)
  await expect.poll(() => faults.join('\n')).toMatch(/policy script-src-elem against inline/)
  expect(faults.join('\n')).not.toMatch(/bad is not defined/)
  expect(warnings).toEqual(['mind'])
})
