import type { RequestHandler } from 'express'
import { settings } from './settings.ts'

/**
 * Sets the cookie that the script reads, in the answer to a page that a share link led to: Safari keeps a cookie of a server
 * longer than one of a script. The service says whether the program has the code, and how it may be kept. Without its
 * answer nothing is set, and the script does what it does everywhere.
 */
export const referralCookie: RequestHandler = async (request, response, next) => {
  const code = new URL(request.originalUrl, 'http://page').searchParams.get('refCode')?.trim() ?? ''
  if (request.method === 'GET' && /^[A-Za-z0-9_-]{2,64}$/.test(code)) {
    const cookie = await cookieFor(code, request.ip ?? '', hasConsent(request.headers.cookie))
    if (cookie !== null) {
      response.append('Set-Cookie', cookie)
      response.set('Cache-Control', 'private, no-store')
    }
  }
  next()
}

async function cookieFor(code: string, visitor: string, isConsentGiven: boolean): Promise<string | null> {
  const { goodwordUrl, tenantAlias, cookieDomain, isHttps } = settings
  try {
    const answer = await fetch(`${goodwordUrl}/api/v1/${tenantAlias}/open/code/${code}/cookie`, {
      headers: { 'X-Forwarded-For': visitor },
      signal: AbortSignal.timeout(500),
    })
    if (!answer.ok) return null
    const { name, value, maxAgeSeconds, consentMode } = await answer.json()
    if (consentMode === 'cookieless' || (consentMode === 'required' && !isConsentGiven)) return null
    const domain = cookieDomain === '' ? '' : `; Domain=${cookieDomain}`
    const secure = isHttps ? '; Secure' : ''
    return `${name}=${value}${domain}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`
  } catch {
    return null
  }
}

/** Your banner's own answer, for a program with the consent mode `required`. */
function hasConsent(cookies = ''): boolean {
  return cookies.split('; ').includes('consent=yes')
}
