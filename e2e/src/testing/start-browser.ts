import { type Browser, chromium } from 'playwright-core'
import { provideChromium } from './chromium-files.ts'
import { waitLimitMs } from './full-run.ts'

// Not those that the package recommends: they switch web security off, and no test of a border could fail then. Every
// name leads to this machine, so that a test can use its own hosts and never reaches others.
const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  // A container may have hardly any shared memory.
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * 127.0.0.1',
]

export type BrowserOptions = {
  readonly args?: readonly string[]
  /** Shows scroll bars as on a desktop; without it none takes any room. */
  readonly withScrollBars?: boolean
}

/** Longer than a busy machine takes to start a browser. */
const START_LIMIT_MS = 120_000

/** A Chromium; close it at the end. */
export async function startBrowser({ args = [], withScrollBars }: BrowserOptions = {}): Promise<Browser> {
  const { executable, environment } = await provideChromium()
  const browser = await chromium.launch({
    executablePath: executable,
    env: { ...process.env, ...environment },
    timeout: START_LIMIT_MS,
    args: [...launchArguments, ...args],
    ignoreDefaultArgs: withScrollBars === true ? ['--hide-scrollbars'] : [],
  })
  browser.on('context', (it) => it.setDefaultTimeout(waitLimitMs))
  return browser
}
