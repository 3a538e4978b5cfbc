import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Frame, Page } from 'playwright-core'

/** Less than half as long as what the package exports: every page that is looked at receives and parses it. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// Elements that pass a rule are not described, which takes longer than to find the others.
const options = { iframes: false, resultTypes: ['violations'] }

/** A page keeps these when one of its frames does. */
const rulesOfPages: ReadonlySet<string> = new Set(['landmark-one-main', 'page-has-heading-one'])

/**
 * The accessibility barriers in a page and in its frames, also those of other sites. Each is checked by itself: from
 * outside, axe passes over a frame that does not answer in time. Elements that match one of `except` are left out.
 */
export async function barriersOf(page: Page, except: readonly string[] = []): Promise<readonly string[]> {
  const found: Violations[] = []
  // A list that waits for its next page is faint, as a control that is disabled.
  await page.locator('table[aria-busy=true]').waitFor({ state: 'detached' })
  const checked = new Set<Frame>()
  // A preview is replaced by a new frame when what it shows changes, also while it is checked.
  for (;;) {
    const frame = page.frames().find((it) => !checked.has(it))
    if (frame === undefined) break
    checked.add(frame)
    const violations = violationsIn(frame, except)
    found.push(await violations.catch((error) => (frame.isDetached() ? [] : Promise.reject(error))))
  }
  const isKept = (id: string) =>
    rulesOfPages.has(id) && !found.every((violations) => violations.some((it) => it.id === id))
  return found
    .flat()
    .filter(({ id }) => !isKept(id))
    .flatMap(({ id, nodes }) => nodes.map((it) => `${id}: ${it.html} ${it.failureSummary}`))
}

type Violations = AxeResults['violations']

const colorsOnly = { iframes: false, resultTypes: ['violations'], runOnly: ['color-contrast'] }

/** Texts of a page whose colours are too close, such as after a change of the theme; `barriersOf` must have looked at it before. */
export async function faintTextsOf(page: Page): Promise<readonly string[]> {
  const run = `axe.run(document, ${JSON.stringify(colorsOnly)})`
  const violations = await page.evaluate<Violations>(`${run}.then((it) => it.violations)`)
  return violations.flatMap(({ id, nodes }) => nodes.map((it) => `${id}: ${it.html} ${it.failureSummary}`))
}

async function violationsIn(frame: Frame, except: readonly string[]): Promise<Violations> {
  const isLoaded = await frame.evaluate<boolean>(`'axe' in globalThis`)
  if (!isLoaded) await frame.evaluate(axe)
  // The style sheets, which axe loads again, are those of the first look at a document.
  const context = JSON.stringify({ exclude: except.map((it) => [it]) })
  const run = `axe.run(${context}, ${JSON.stringify({ ...options, preload: !isLoaded })})`
  // Passed and inapplicable checks would be sent as well.
  return frame.evaluate<Violations>(`${run}.then((it) => it.violations)`)
}
