import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, onTestFinished } from 'vitest'
import { type Visitor, watchContext } from '../testing/visitor.ts'
import { addressOf, isLoaded } from './page-state.ts'
import { startPreparedPortal } from './prepared-portal.ts'
import type { RunningPortal } from './running-portal.ts'

export type Portal = RunningPortal & {
  /**
   * A page of the test program, such as `webhooks` or `referrals?status=ENDED`, or with a leading slash of the portal, such as
   * `/account`; signed in as the owner, loaded, until the end of the test.
   */
  readonly visit: (browser: Browser, page: string, options?: BrowserContextOptions) => Promise<Visitor>
}

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
  const visit: Portal['visit'] = async (browser, path, options) => {
    const context = await running.signedIn(browser, options)
    onTestFinished(() => context.close())
    const visitor = withoutRefusals(await watchContext(context))
    await visitor.page.goto(addressOf(running, path))
    await isLoaded(visitor.page)
    return visitor
  }
  return { ...running, visit }
}

/** Browsers report every refused request as an error; the page shows it, and tests say what they expect there. */
export function withoutRefusals(visitor: Visitor): Visitor {
  return {
    ...visitor,
    get faults() {
      return visitor.faults.filter((it) => !it.startsWith('Failed to load resource'))
    },
  }
}

/** Whether nothing sticks out at the side. */
export function fitsInWidth(page: Page): Promise<boolean> {
  return page.locator('html').evaluate((it) => it.scrollWidth <= it.clientWidth)
}
