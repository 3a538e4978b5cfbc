import type { Page } from 'playwright-core'
import type { RunningPortal } from './running-portal.ts'

/** Where a page is: below the test program, or with a leading slash below the portal. */
export function addressOf({ url, alias }: Pick<RunningPortal, 'url' | 'alias'>, path: string): string {
  return path.startsWith('/') ? `${url}/portal${path}` : `${url}/portal/${alias}/${path}`
}

/** Waits until the page has a heading and loads nothing more. */
export async function isLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // The gallery shows what is shown while a page loads.
  if (page.url().endsWith('/gallery')) return
  await page.waitForFunction(() => document.querySelector('[role="status"][aria-label^="Loading"]') === null)
}
