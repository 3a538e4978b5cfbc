import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Request } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { endsWithin, waitLimitMs } from './full-run.ts'
import { watchNetwork } from './network-idle.ts'

export type Visitor = {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors of pages, breaches of their content security policies, and what the console calls an error. */
  readonly faults: readonly string[]
  /** The warnings of the console. */
  readonly warnings: readonly string[]
  /** All requests of the pages. */
  readonly requests: readonly Request[]
  /** Resolves once no request of the pages was in progress for half a second after the call. */
  readonly networkIsIdle: () => Promise<void>
}

/** A visitor with a new browser profile, until the end of the test. */
export async function openVisitor(
  browser: Browser,
  options: BrowserContextOptions = {},
  isFault?: (message: string) => boolean,
): Promise<Visitor> {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  return watchContext(context, isFault)
}

/** A page of a browser profile, and what goes wrong in it. Of the errors of the console, those that `isFault` accepts count. */
export async function watchContext(
  context: BrowserContext,
  isFault: (message: string) => boolean = () => true,
): Promise<Visitor> {
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy ${event.effectiveDirective} against ${event.blockedURI} ${event.sample}`)
    })
  })
  return watchPage(await context.newPage(), isFault)
}

/** Collects the faults of a browser profile from now on; an earlier watcher gets no more. */
export function watchPage(page: Page, isFault: (message: string) => boolean): Visitor {
  const context = page.context()
  const faults: string[] = []
  const warnings: string[] = []
  const requests: Request[] = []
  for (const event of ['weberror', 'console', 'request', 'requestfinished', 'requestfailed'] as const) {
    context.removeAllListeners(event)
  }
  context.on('weberror', (failure) => faults.push(String(failure.error())))
  context.on('console', (message) => {
    const text = `${message.text()} (${message.location().url})`
    if (message.type() === 'error' && isFault(text)) faults.push(text)
    if (message.type() === 'warning') warnings.push(message.text())
  })
  context.on('request', (request) => requests.push(request))
  return { page, context, faults, warnings, requests, networkIsIdle: watchNetwork(context) }
}

/** Lets no time pass in the next pages but what the test lets pass. */
export async function stopClock({ clock }: Page): Promise<void> {
  // A clock that is only installed keeps running.
  await clock.install({ time: '2030-01-01T00:00:00Z' })
  await clock.pauseAt('2030-01-01T01:00:00Z')
}

/** The text of the file that the browser saves when a link or button is pressed. */
export async function downloadedText(page: Page, pressed: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), pressed.click()])
  return readFile(await endsWithin(waitLimitMs, `download ${download.url()}`, download.path()), 'utf8')
}
