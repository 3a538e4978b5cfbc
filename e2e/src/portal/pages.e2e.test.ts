import { get } from 'node:http'
import { describe, expect, test } from 'vitest'
import { barriersOf } from '../testing/accessibility.ts'
import { launchBrowser } from '../testing/browser.ts'
import { allPages, furtherViews } from './all-pages.ts'
import { addressOf, isLoaded } from './page-state.ts'
import { fitsInWidth, openPortal } from './portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

describe('every page is accessible, fits and keeps to its policy', () => {
  test.each([
    ['in light on a desktop', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
    ['in dark on a phone', { ...phone, colorScheme: 'dark' }],
  ] as const)('%s', async (_, options) => {
    const { page, faults } = await portal.visit(browser, 'home', options)
    const findings: string[] = []
    for (const path of [...allPages, ...furtherViews]) {
      await page.goto(addressOf(portal, path))
      await isLoaded(page)
      const wide = (await fitsInWidth(page)) ? [] : ['wider than the window']
      const found = [...(await barriersOf(page)), ...wide]
      findings.push(...found.map((it) => `${path}: ${it}`))
    }
    expect(findings).toEqual([])
    expect(faults).toEqual([])
  })

  test('the first page loads at most 250 kB of compressed script', async () => {
    const { requests } = await portal.visit(browser, 'home')
    const scripts = requests.filter((it) => it.resourceType() === 'script').map((it) => it.url())
    expect(scripts.length).toBeGreaterThan(0)
    const sizes = await Promise.all([...new Set(scripts)].map(compressedBytes))
    expect(sizes.reduce((sum, it) => sum + it, 0)).toBeLessThanOrEqual(250_000)
  })
})

/** What a browser receives that knows gzip only. */
function compressedBytes(url: string): Promise<number> {
  return new Promise((done, failed) => {
    const request = get(url, { headers: { 'accept-encoding': 'gzip' } }, async (response) => {
      expect(response.headers['content-encoding']).toBe('gzip')
      let bytes = 0
      for await (const piece of response) bytes += piece.length
      done(bytes)
    })
    request.once('error', failed)
  })
}
