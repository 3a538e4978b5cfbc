import type { Page } from 'playwright-core'

/** Adds up the shifts of the layout in all documents of a page from now on, those shortly after a click too, which the browser itself would forgive. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.set(window, 'shifted', 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        Reflect.set(window, 'shifted', Reflect.get(window, 'shifted') + Reflect.get(entry, 'value'))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The sum of all shifts, once the present content has been painted. */
export async function shiftOf(page: Page): Promise<number> {
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  )
  return page.evaluate<number>('window.shifted')
}
