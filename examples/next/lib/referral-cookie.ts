import type { NextRequest } from 'next/server'
import { settings } from './settings.ts'

/**
 * The cookie that the script reads, for the answer to a page that a share link led to: Safari keeps a cookie of a server longer
 * than one of a script. The service says whether the program has the code, and how it may be kept. Null without its
 * answer: the script then does what it does everywhere.
 */
export async function referralCookie(request: NextRequest): Promise<string | null> {
  const code = request.nextUrl.searchParams.get('refCode')?.trim() ?? ''
  if (request.method !== 'GET' || !/^[A-Za-z0-9_-]{2,64}$/.test(code)) return null
  const { goodwordUrl, tenantAlias, cookieDomain, isHttps } = settings
  try {
    const answer = await fetch(`${goodwordUrl}/api/v1/${tenantAlias}/open/code/${code}/cookie`, {
      headers: { 'X-Forwarded-For': request.headers.get('x-forwarded-for') ?? '' },
      cache: 'no-store',
      signal: AbortSignal.timeout(500),
    })
    if (!answer.ok) return null
    const { name, value, maxAgeSeconds, consentMode } = await answer.json()
    // Your banner's own answer, for a program with the consent mode `required`.
    const hasConsent = request.cookies.get('consent')?.value === 'yes'
    if (consentMode === 'cookieless' || (consentMode === 'required' && !hasConsent)) return null
    const domain = cookieDomain === '' ? '' : `; Domain=${cookieDomain}`
    const secure = isHttps ? '; Secure' : ''
    return `${name}=${value}${domain}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`
  } catch {
    return null
  }
}
