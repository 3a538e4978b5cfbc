const DAY_SECONDS = 86_400

/** Where cookies are. A page without an origin, such as that of a sandboxed frame, may not even ask for them. */
let jar: { cookie: string } = document
try {
  jar.cookie
} catch {
  jar = { cookie: '' }
}

/** The code that the cookie of a program remembers. */
export function codeInCookie(alias: string): string | undefined {
  return readCookie(alias)[1]
}

/** The groups of the pattern. */
type Kept = readonly [whole: string, code: string, issued: string]

/** The latest that the browser has for this page: a merchant's server may have set one on another of their domains. */
function readCookie(alias: string): Kept | readonly [] {
  const wellFormed = new RegExp(`(?:^|; )_gw_${alias}=([\\w-]{2,64})[.](\\d{2,64})`, 'g')
  const found = [...jar.cookie.matchAll(wellFormed)] as unknown as Kept[]
  return found.sort((one, other) => +other[2] - +one[2])[0] ?? []
}

/**
 * Keeps `CODE.issuedSeconds`. The same code of the same day stays as it is: Safari keeps what a server has set longer than
 * what a script has.
 */
export function writeCookie(alias: string, value: string, maxAge: number): void {
  const [, known, knownSince] = readCookie(alias)
  const [code, issued] = value.split('.')
  // Without an earlier one the code differs.
  if (known !== code || +(issued as string) - +(knownSince as string) >= DAY_SECONDS)
    setOnDomains(alias, value, maxAge)
}

/** Whether the greeting of the friend with this code was closed. */
export function wasClosed(alias: string, code: string): boolean {
  return `${jar.cookie};`.includes(`_gw_${alias}-closed=${code};`)
}

/** Where a page may keep the code, it may keep that its greeting was closed. */
export function keepClosed(alias: string, code: string, maxAge: number): void {
  if (jar.cookie.includes(`_gw_${alias}=`)) {
    jar.cookie = `_gw_${alias}-closed=${code}; Path=/; Max-Age=${maxAge}; SameSite=Lax`
  }
}

/** Deletes it and its companion cookie on each of the page's domains where it may have been set. */
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
    jar.cookie = `${cookie}; Domain=${domain}`
    if (value && jar.cookie.includes(pair)) return
  }
  jar.cookie = cookie
}
