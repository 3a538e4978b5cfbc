import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { barriersOf } from '../testing/accessibility.ts'
import { isFullRun } from '../testing/full-run.ts'

/** Side bar and head are looked at with the first page, and a row of a list has the parts of the rows before it. */
const repeatedParts = ['aside[aria-label="Side bar"]', 'header:has(+ #main)', 'tbody tr:nth-child(n+11)']

/** The barriers in what differs from page to page, and in what opens over it; to look for all of them takes twice as long. */
export function contentBarriersOf(page: Page): Promise<readonly string[]> {
  return barriersOf(page, repeatedParts)
}

/**
 * For stories whose pages `pages.e2e.test.ts` looks at: what opens in their course is looked at in the full run only, because
 * each look costs as much as the steps of the story between two of them.
 */
export async function expectNoBarriersInFullRun(page: Page, barriers = contentBarriersOf): Promise<void> {
  if (isFullRun) expect(await barriers(page)).toEqual([])
}
