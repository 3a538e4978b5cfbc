const PAUSE_MS = 50

/** Calls back when a page has got new elements, once for those of a moment. */
export function onPageChange(look: () => void): void {
  let isDue = false
  new MutationObserver(() => {
    if (!isDue) setTimeout(lookOnce, PAUSE_MS)
    isDue = true
  }).observe(document, { childList: true, subtree: true })

  function lookOnce(): void {
    isDue = false
    look()
  }
}
