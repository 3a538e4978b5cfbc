import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { goodwordUrl } from '../testing/goodword.ts'
import { openVisitor } from '../testing/visitor.ts'

const browser = await launchBrowser()

test('the API reference is styled, also in its dialog, without a breach of its policy', async () => {
  const { page, faults } = await openVisitor(browser)
  await page.goto(`${goodwordUrl()}/docs/api/`)
  await page.getByRole('link', { name: 'Domains', exact: true }).first().click()
  await page.locator('a[href="#tag/domains/POST/api/v1/{tenantAlias}/domains"]').first().click()
  await page.getByRole('button', { name: /^Test Request\s*[(]post .*[/]domains[)]$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Password' }).waitFor()
  // The editor of the request's body makes its style elements when it is shown.
  const editor = dialog.locator('.cm-editor').first()
  await editor.waitFor()
  expect(await editor.evaluate((it) => getComputedStyle(it).display)).toBe('flex')
  expect(faults.filter((it) => it.includes('policy style-src'))).toEqual([])
})

test('an inline style element that is not of the API reference itself is refused', async () => {
  const { page, faults } = await openVisitor(browser)
  await page.goto(`${goodwordUrl()}/docs/api/`)
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<style>body { opacity: 0 }</style>')
  })
  await expect.poll(() => faults.some((it) => it.includes('policy style-src'))).toBe(true)
  expect(await page.evaluate(() => getComputedStyle(document.body).opacity)).toBe('1')
})

test.each(['/', '/r/unknown/CODE'])('the page %s keeps its policy', async (path) => {
  const { page, faults } = await openVisitor(browser)
  await page.goto(goodwordUrl() + path)
  expect(await page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0)
  expect(faults.filter((it) => it.includes('policy'))).toEqual([])
})
