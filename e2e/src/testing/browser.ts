import type { Browser } from 'playwright-core'
import { type BrowserOptions, startBrowser } from './start-browser.ts'

const started = new Map<string, Browser>()

/** A Chromium, which the test files of a worker share: each visitor has a profile of their own. It ends with the worker. */
export async function launchBrowser(options: BrowserOptions = {}): Promise<Browser> {
  const key = JSON.stringify(options)
  const known = started.get(key)
  if (known?.isConnected() === true) return known
  const browser = await startBrowser(options)
  started.set(key, browser)
  return browser
}
