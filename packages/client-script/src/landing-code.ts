/**
 * The code of the share link that led to this page. Routers may have tidied the address up by now; the browser still knows
 * which one it went to. And the code of the page before it, if that was of this site: who goes on before the service has
 * consented to storage is still the friend of a referrer.
 */
export function landingCode(): string | undefined {
  const { href, origin } = location
  const [navigation] = performance.getEntriesByType('navigation')
  for (const address of [href, navigation?.name, document.referrer]) {
    const url = new URL(address || href, href)
    const code = url.searchParams.get('refCode')?.trim() ?? ''
    if (url.origin === origin && /^[\w-]{2,64}$/.test(code)) return code.toUpperCase()
  }
}
