/**
 * The code of the share link that led to this page. Routers may have tidied the address up by now; the browser still knows
 * which one it went to.
 */
export function landingCode(): string | undefined {
  const navigations = performance.getEntriesByType('navigation')
  return [location.href, ...navigations.map((it) => it.name)].map(codeIn).find(Boolean)
}

function codeIn(address: string): string | undefined {
  const code = new URL(address, location.href).searchParams.get('refCode')?.trim() ?? ''
  return /^[\w-]{2,64}$/.test(code) ? code.toUpperCase() : undefined
}
