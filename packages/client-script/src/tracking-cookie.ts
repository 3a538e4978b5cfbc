const DAY_SECONDS = 86_400

/** The code that the cookie of a program remembers. */
export function codeInCookie(alias: string): string | undefined {
  return readCookie(alias)[0]
}

/** The latest that the browser has for this page: a merchant's server may have set one on another of their domains. */
function readCookie(alias: string): readonly [code?: string, issued?: number] {
  const wellFormed = new RegExp(`(?:^|; )_gw_${alias}=([A-Z0-9_-]{2,64})[.](\\d{1,12})(?![^;])`, 'g')
  return (
    [...document.cookie.matchAll(wellFormed)]
      .map(([, code = '', issued]) => [code, Number(issued)] as const)
      .sort(([, one], [, other]) => other - one)[0] ?? []
  )
}

/**
 * Keeps `CODE.issuedSeconds`. The same code of the same day stays as it is: Safari keeps what a server has set longer than
 * what a script has.
 */
export function writeCookie(alias: string, value: string, maxAge: number): void {
  const [known, knownSince = 0] = readCookie(alias)
  const [code, issued] = value.split('.')
  if (known !== code || Number(issued) - knownSince >= DAY_SECONDS) setOnDomains(alias, value, maxAge)
}

/** Whether the greeting of the friend with this code was closed. */
export function wasClosed(alias: string, code: string): boolean {
  return `${document.cookie};`.includes(`_gw_${alias}-closed=${code};`)
}

/** Where a page may keep the code, it may keep that its greeting was closed. */
export function keepClosed(alias: string, code: string, maxAge: number): void {
  if (document.cookie.includes(`_gw_${alias}=`)) {
    document.cookie = `_gw_${alias}-closed=${code}; Path=/; Max-Age=${maxAge}; SameSite=Lax`
  }
}

/** Deletes it, and what was kept beside it, on each of the page's domains where it may have been set. */
export function removeCookie(alias: string): void {
  if (codeInCookie(alias)) for (const name of [alias, `${alias}-closed`]) setOnDomains(name, '', 0)
}

/**
 * Sets the cookie on one domain of the page after the other, the widest first, until it is there. The browser knows which
 * names are public suffixes, such as `co.uk`, and refuses those. Last without any: an address has no domain.
 */
function setOnDomains(alias: string, value: string, maxAge: number): void {
  const pair = `_gw_${alias}=${value}`
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const cookie = `${pair}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`
  let domain = ''
  for (const label of location.hostname.split('.').reverse()) {
    domain = `.${label}${domain}`
    document.cookie = `${cookie}; Domain=${domain}`
    if (value && document.cookie.includes(pair)) return
  }
  document.cookie = cookie
}
