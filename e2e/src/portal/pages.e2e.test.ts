import { existsSync } from 'node:fs'
import { get } from 'node:http'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { isFullRun } from '../testing/full-run.ts'
import { allPages, furtherViews } from './all-pages.ts'
import { findingsOf } from './page-findings.ts'
import { addressOf, navigateTo } from './page-state.ts'
import { openPortal } from './portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()

const builtPortal = resolve(import.meta.dirname, '../../../packages/portal/dist')

test('every page with data is accessible, fits and keeps to its policy', async () => {
  const { page, faults } = await portal.visit(browser, '/account')
  const findings: string[] = []
  for (const [index, path] of [...allPages, ...furtherViews].entries()) {
    await navigateTo(page, addressOf(portal, path))
    // Pages that follow each other in the list have the two looks in turn.
    const turn = index === 0 ? 'whole' : isFullRun && index < allPages.length ? 'all' : index
    findings.push(...(await findingsOf(page, path, turn)))
  }
  expect(findings).toEqual([])
  expect(faults).toEqual([])
})

test('the first page loads at most 212 kB of compressed script', async () => {
  // A profile that has visited nothing: one that has takes scripts from its memory.
  const { requests } = await portal.visitAlone(browser, 'home')
  const scripts = requests.filter((it) => it.resourceType() === 'script').map((it) => it.url())
  expect(scripts.length).toBeGreaterThan(0)
  const sizes = await Promise.all([...new Set(scripts)].map(compressedBytes))
  expect(sizes.reduce((sum, it) => sum + it, 0)).toBeLessThanOrEqual(212_000)
  // The build has compressed all of them, so that the first visitor after a start does not wait for that.
  const files = scripts.map((url) => join(builtPortal, new URL(url).pathname.replace('/portal/', '')))
  expect(files.filter((it) => !existsSync(`${it}.br`) || !existsSync(`${it}.gz`))).toEqual([])
})

/** The bytes that a browser with gzip alone receives. */
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
