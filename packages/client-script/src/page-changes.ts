import { openRoots } from './find.ts'

/** Calls back when a page has got new elements, once for those of a moment. */
export function onPageChange(look: () => void): void {
  const PAUSE_MS = 50
  let due: unknown
  const observer = new MutationObserver(wait)
  watch()
  // A shadow root that was attached to an element later is not seen by the observer.
  addEventListener('load', wait)

  function wait(): void {
    due = due || setTimeout(lookOnce, PAUSE_MS)
  }

  function lookOnce(): void {
    due = null
    watch()
    look()
  }

  function watch(): void {
    for (const root of openRoots()) observer.observe(root, { childList: true, subtree: true })
  }
}
