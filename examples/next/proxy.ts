import { type NextRequest, NextResponse } from 'next/server'
import { referralCookie } from './lib/referral-cookie.ts'
import { settings } from './lib/settings.ts'

export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl
  // Share links by our own host; the host that they lead to is always that of the service.
  if (pathname.startsWith(`/r/${settings.tenantAlias}/`)) {
    return NextResponse.rewrite(new URL(pathname + search, settings.goodwordUrl))
  }
  const response = NextResponse.next()
  const cookie = await referralCookie(request)
  if (cookie !== null) {
    response.headers.append('Set-Cookie', cookie)
    response.headers.set('Cache-Control', 'private, no-store')
  }
  return response
}

export const config = { matcher: ['/((?!_next/|favicon).*)'] }
