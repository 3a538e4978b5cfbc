import type { Page } from 'playwright-core'
import { barriersOf } from '../testing/accessibility.ts'

/** Side bar and head are looked at with the first page, and a row of a list has the parts of the rows before it. */
const repeatedParts = ['aside[aria-label="Side bar"]', 'header:has(+ #main)', 'tbody tr:nth-child(n+11)']

/** The barriers in what differs from page to page, and in what opens over it; to look for all of them takes twice as long. */
export function contentBarriersOf(page: Page): Promise<readonly string[]> {
  return barriersOf(page, repeatedParts)
}
