import type { Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import { type BrowserOptions, startBrowser } from './start-browser.ts'

/** A Chromium for the tests of a file; call it once at the top. */
export async function launchBrowser(options: BrowserOptions = {}): Promise<Browser> {
  const browser = await startBrowser(options)
  afterAll(() => browser.close())
  return browser
}
