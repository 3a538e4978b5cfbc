import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, onTestFinished } from 'vitest'
import { type Visitor, watchContext, watchPage } from '../testing/visitor.ts'
import { addressOf, isLoaded } from './page-state.ts'
import { startPreparedPortal } from './prepared-portal.ts'
import type { RunningPortal } from './running-portal.ts'

export type Portal = RunningPortal & {
  /**
   * A page of the test program, such as `webhooks` or `referrals?status=ENDED`, or with a leading slash of the portal, such as
   * `/account`; signed in as the owner, loaded, until the end of the test. The tests of a file have it in the same browser
   * profile, one after the other, which takes half of the time.
   */
  readonly visit: (browser: Browser, page: string) => Promise<Visitor>
  /** Visits in a profile of its own: for other widths, and for tests that end a session, stop the clock or cut the network. */
  readonly visitAlone: (browser: Browser, page: string, options?: BrowserContextOptions) => Promise<Visitor>
}

/** Animated elements are not where a test looks for them, and each frame takes processor time. */
const calm = { reducedMotion: 'reduce' } as const

type PortalOptions = {
  /** Matches lines that the service logs as errors because of what the tests do. */
  readonly expectedErrors?: RegExp
  /** Settings of the service, beside those that every portal of the tests has. */
  readonly settings?: Readonly<Record<string, string>>
}

/** A portal with a fresh merchant and sample data, for the tests of a file; call it once at the top. */
export async function openPortal({ expectedErrors, settings }: PortalOptions = {}): Promise<Portal> {
  const running = await startPreparedPortal(expectedErrors, settings)
  afterAll(running.stop)
  let kept: Page | null = null
  afterAll(() => kept?.context().close())
  const load = async (visitor: Visitor, path: string) => {
    await visitor.page.goto(addressOf(running, path))
    await isLoaded(visitor.page)
    return visitor
  }
  return {
    ...running,
    async visit(browser, path) {
      const page = kept
      kept = null
      const visitor =
        page === null
          ? await watchContext(await running.signedIn(browser, calm), isNoRefusal)
          : watchPage(page, isNoRefusal)
      onTestFinished(async ({ task }) => {
        // A test that failed may have left it in any state.
        if (task.result?.state === 'pass') {
          await resetPage(visitor.page)
          kept = visitor.page
        } else await visitor.context.close()
      })
      return load(visitor, path)
    },
    async visitAlone(browser, path, options) {
      const context = await running.signedIn(browser, { ...calm, ...options })
      onTestFinished(() => context.close())
      return load(await watchContext(context, isNoRefusal), path)
    },
  }
}

/** As in a new profile: without what a test changed at the window, in the storage and in the network. */
async function resetPage(page: Page): Promise<void> {
  page.removeAllListeners()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.evaluate(() => localStorage.clear())
  await page.mouse.move(0, 0)
  await page.emulateMedia({ media: null, colorScheme: null, ...calm, forcedColors: null })
  await page.setViewportSize({ width: 1280, height: 720 })
}

/** Browsers report every refused request as an error; the page shows it, and tests say what they expect there. */
export function isNoRefusal(message: string): boolean {
  return !message.startsWith('Failed to load resource')
}

/** Whether nothing sticks out at the side. */
export function fitsInWidth(page: Page): Promise<boolean> {
  return page.locator('html').evaluate((it) => it.scrollWidth <= it.clientWidth)
}
