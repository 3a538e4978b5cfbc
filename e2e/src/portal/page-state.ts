import type { Page } from 'playwright-core'
import type { RunningPortal } from './running-portal.ts'

/** Where a page is: below the test program, or with a leading slash below the portal. */
export function addressOf({ url, alias }: Pick<RunningPortal, 'url' | 'alias'>, path: string): string {
  return path.startsWith('/') ? `${url}/portal${path}` : `${url}/portal/${alias}/${path}`
}

/** Waits until the page has a heading and loads nothing more. */
export async function isLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => document.querySelector('[role="status"][aria-label^="Loading"]') === null)
}

type Rendered = { readonly toLocation: { readonly publicHref: string } }
type Router = {
  readonly history: { readonly push: (path: string) => void }
  readonly subscribe: (event: 'onRendered', listener: (event: Rendered) => void) => () => void
}

/** Leads from one page of the portal to another as its links do, without loading the portal again. */
export async function navigateTo(page: Page, address: string): Promise<void> {
  const { pathname, search } = new URL(address)
  await page.evaluate(async (path) => {
    // Where TanStack Router keeps itself for its developer tools.
    const { __TSR_ROUTER__: router } = globalThis as unknown as { readonly __TSR_ROUTER__: Router }
    await new Promise<void>((rendered) => {
      const unsubscribe = router.subscribe('onRendered', ({ toLocation }) => {
        // The page before may still render what its own address says after a dialog was closed.
        if (new URL(toLocation.publicHref, location.href).pathname !== path.split('?')[0]) return
        unsubscribe()
        rendered()
      })
      router.history.push(path)
    })
  }, pathname + search)
  await isLoaded(page)
}
