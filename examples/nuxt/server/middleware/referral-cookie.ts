/**
 * Sets the cookie that the script reads, in the answer to a page that a share link led to: Safari keeps a cookie of a server
 * longer than one of a script. The service says whether the program has the code, and how it may be kept. Without its
 * answer nothing is set, and the script does what it does everywhere.
 */
export default defineEventHandler(async (event) => {
  const code = String(getQuery(event).refCode ?? '').trim()
  if (event.method !== 'GET' || !/^[A-Za-z0-9_-]{2,64}$/.test(code)) return
  const {
    cookieDomain,
    isHttps,
    public: { goodwordUrl, tenantAlias },
  } = useRuntimeConfig(event)
  try {
    const answer = await fetch(`${goodwordUrl}/api/v1/${tenantAlias}/open/code/${code}/cookie`, {
      headers: { 'X-Forwarded-For': getRequestIP(event) ?? '' },
      signal: AbortSignal.timeout(500),
    })
    if (!answer.ok) return
    const { name, value, maxAgeSeconds, consentMode } = await answer.json()
    // Your banner's own answer, for a program with the consent mode `required`.
    const hasConsent = getCookie(event, 'consent') === 'yes'
    if (consentMode === 'cookieless' || (consentMode === 'required' && !hasConsent)) return
    const domain = cookieDomain === '' ? {} : { domain: cookieDomain }
    setCookie(event, name, value, {
      ...domain,
      path: '/',
      maxAge: maxAgeSeconds,
      sameSite: 'lax',
      secure: isHttps,
    })
    setHeader(event, 'Cache-Control', 'private, no-store')
  } catch {
    // The service is away.
  }
})
