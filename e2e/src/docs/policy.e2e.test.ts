import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { goodwordUrl } from '../testing/goodword.ts'
import { openVisitor } from '../testing/visitor.ts'

const browser = await launchBrowser()

test.each(['/', '/r/unknown/CODE'])('the page %s keeps its policy', async (path) => {
  const { page, faults } = await openVisitor(browser)
  await page.goto(goodwordUrl() + path)
  expect(await page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0)
  expect(faults.filter((it) => it.includes('policy'))).toEqual([])
})
