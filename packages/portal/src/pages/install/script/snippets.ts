export type Release = {
  readonly version: string
  readonly file: string
  readonly integrity: string
  /** Null while the version is not released. */
  readonly date: string | null
}

/** The tag loads the newest script of its line, or with a release that one for ever. */
function scriptTag(origin: string, alias: string, release: Release | null): string {
  if (release === null) return `<script async src="${origin}/s/v1/goodword.js?tenant=${alias}"></script>`
  return `<script async
  src="${origin}${release.file}?tenant=${alias}"
  integrity="${release.integrity}"
  crossorigin="anonymous"></script>`
}

/** The snippet for every page of a website. */
export function pageSnippet(origin: string, alias: string, release: Release | null = null): string {
  return `<script>
  window._gw = window._gw || []
  _gw.push(['init', { tenant_alias: '${alias}' }])
</script>
${scriptTag(origin, alias, release)}`
}

/** The snippet for a sign-up form with an input for the code. */
export function formSnippet(): string {
  return `<input name="referral_code" aria-label="Referral code">
<script>
  window._gw = window._gw || []
  _gw.push(['autofill', 'name=referral_code'])
</script>`
}

/** The snippet for the pages after sign-in, instead of the first one. */
export function signedInSnippet(origin: string, alias: string): string {
  return `<script>
  window._gw = window._gw || []
  _gw.push(['init', {
    tenant_alias: '${alias}',
    account_id: '{{ your ID of the account }}',
    user_id: '{{ your ID of the user }}',
    email: '{{ e-mail address }}',
    jwt: '{{ a token that your server signed for this user }}'
  }])
</script>
${scriptTag(origin, alias, null)}`
}

/** The snippet for a React app: the tag stays in its HTML, the commands follow who is signed in. */
export function reactSnippet(origin: string, alias: string): string {
  return `// In the <head> of index.html:
// ${scriptTag(origin, alias, null)}

import { useEffect } from 'react'

export function Referrals({ user }) {
  useEffect(() => {
    const queue = (window._gw = window._gw || [])
    queue.push(['init', user === null
      ? { tenant_alias: '${alias}' }
      : {
          tenant_alias: '${alias}',
          account_id: user.accountId,
          user_id: user.id,
          email: user.email,
          jwt: user.referralToken, // signed by your server
        }])
    return () => queue.push(['logout'])
  }, [user])
  return null
}`
}

/** The directives to add to a content security policy. */
export function policyAdditions(origin: string): string {
  return ['script-src', 'connect-src', 'frame-src'].map((directive) => `${directive} ${origin}`).join('; ')
}

/** The newest release of a list in any order. */
export function newestRelease(releases: readonly Release[]): Release | null {
  const byVersion = releases.toSorted((one, other) =>
    one.version.localeCompare(other.version, 'en', { numeric: true }),
  )
  return byVersion.at(-1) ?? null
}
