import type { AnyRouter } from '@tanstack/react-router'

/**
 * Gives the heading of a new page the focus after a navigation, so that screen readers read it and Tab goes on there.
 */
export function focusHeadings(router: Pick<AnyRouter, 'subscribe'>): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation === undefined || !pathChanged) return
    // A field of the page that took the focus itself keeps it.
    if (document.activeElement?.matches('input, textarea, select') === true) return
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  })
}
