import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { barriersOf, faintTextsOf } from '../testing/accessibility.ts'
import { isFullRun } from '../testing/full-run.ts'
import { fitsInWidth } from './portal.ts'

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

const widths = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

/** All rules once at each width and in each theme. */
const fewLooks = [
  ['desktop', 'light', contentBarriersOf],
  ['phone', 'dark', contentBarriersOf],
] as const

const wholeLooks = fewLooks.map(([width, theme]) => [width, theme, barriersOf] as const)

/** The looks with what a theme can break at the other width: colors. */
const allLooks = [...fewLooks, ['phone', 'light', faintTextsOf], ['desktop', 'dark', faintTextsOf]] as const

const isLong = process.env.GOODWORD_TRIALS === 'long'
const looks = isLong ? allLooks : fewLooks

/** Pages made of the same parts are looked at in one look each, in turn. */
const looksInTurn = (turn: number) => (isLong ? looks : looks.filter((_, at) => at === turn % looks.length))

/** Small phones, tablets, windows beside others, and a desktop at 200 %: nothing may be cut off there either. */
export const betweenWidths = [320, 480, 560, 640, 768, 1024]

/** Looks at the page in the look of a turn, or in all looks; `whole` with what each page repeats. */
export async function findingsOf(
  page: Page,
  name: string,
  turn: number | 'all' | 'whole',
): Promise<readonly string[]> {
  const findings: string[] = []
  const itsLooks = typeof turn === 'number' ? looksInTurn(turn) : turn === 'whole' ? wholeLooks : looks
  for (const [width, colorScheme, look] of itsLooks) {
    await resizeTo(page, widths[width])
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await hasNewColours(page)
    const wide = (await fitsInWidth(page)) ? [] : ['wider than the window']
    const found = [...(await look(page)), ...wide]
    findings.push(...found.map((it) => `${name} in ${colorScheme} on a ${width}: ${it}`))
  }
  for (const width of betweenWidths) {
    await resizeTo(page, { width, height: 800 })
    if (!(await fitsInWidth(page))) findings.push(`${name} is wider than ${width} px`)
  }
  await page.setViewportSize(widths.desktop)
  return findings
}

async function resizeTo(
  page: Page,
  size: { readonly width: number; readonly height: number },
): Promise<void> {
  await page.setViewportSize(size)
  // The page has its new size a moment later.
  await page.waitForFunction((expected) => innerWidth === expected, size.width)
}

/** The page has the colours of a new theme in its next frame. */
function hasNewColours(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const transitions = document.getAnimations().filter((it) => it instanceof CSSTransition)
    if (transitions.length > 0) throw new Error('an element moves although the visitor wants less motion')
  })
}
