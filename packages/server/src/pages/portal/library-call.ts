import { Refusal } from '@goodword/contract/frame/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { endStaffSession, sessionToken } from '../../administration/sign-in/read-session.ts'
import { type StaffAuth, staffAuth } from '../../administration/sign-in/staff-auth.ts'
import { sessionCookieName } from '../../frame/auth-names.ts'
import type { Context } from '../../frame/context.ts'
import { libraryHeaders } from '../../frame/http/requests/library-headers.ts'

type LibraryApi = StaffAuth['api']

/**
 * Calls a function of the authentication library for a request, passes on the cookies that it sets, and translates its errors.
 * `passwordField` is what the body calls the password that may be wrong.
 * A call that replaces or clears the session cookie ends the session that the cookie held before.
 */
export async function callLibrary(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  call: (api: LibraryApi, headers: Headers) => Promise<Response>,
  passwordField = 'password',
): Promise<Readonly<Record<string, unknown>>> {
  const headers = libraryHeaders(request)
  const before = await sessionToken(ctx, headers)
  const { api } = await staffAuth(ctx)
  const response = await call(api, headers)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  const name = `${sessionCookieName(ctx.baseUrl)}=`
  if (before !== null && cookies.some((it) => it.startsWith(name))) await endStaffSession(ctx, before)
  const answer = Object(await response.json().catch(() => null))
  if (!response.ok)
    throw libraryRefusal(
      response.status,
      String(answer.code ?? ''),
      String(answer.message ?? ''),
      passwordField,
    )
  return answer
}

const SIGN_IN_FAILED = 'The e-mail address or the password is wrong. Check both, or set a new password.'
export const FACTOR_FAILED = 'The code is wrong, was used already, or has expired. Enter the present code.'

const messages: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: SIGN_IN_FAILED,
  INVALID_EMAIL: SIGN_IN_FAILED,
  INVALID_PASSWORD: 'The password is wrong.',
  INVALID_CODE: FACTOR_FAILED,
  INVALID_BACKUP_CODE: FACTOR_FAILED,
  INVALID_TWO_FACTOR_COOKIE: 'The sign-in took too long. Begin again with the password.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Begin again with the password.',
}

/** The field of the body that is wrong. */
const fields: Readonly<Record<string, string>> = { INVALID_CODE: 'code', INVALID_BACKUP_CODE: 'code' }

function libraryRefusal(status: number, code: string, message: string, passwordField: string): Error {
  const known = messages[code]
  if (known !== undefined) {
    return new Refusal('SIGN_IN_FAILED', known, code === 'INVALID_PASSWORD' ? passwordField : fields[code])
  }
  if (status === 401 && code === 'UNAUTHORIZED') return noSession()
  if (status === 401) return new Refusal('SIGN_IN_FAILED', 'The sign-in failed. Begin again.')
  if (status === 429) return new Refusal('TOO_MANY_REQUESTS', 'Too many attempts. Wait a minute.', null, 60)
  if (status < 500) return new Refusal('VALIDATION_FAILED', `${message}.`)
  return new Error(`the authentication library answered ${status} ${code}`)
}

export function noSession(): Refusal {
  return new Refusal('UNAUTHORIZED', 'There is no session, or it has ended. Sign in.')
}

export function notRecent(): Refusal {
  return new Refusal(
    'REAUTHENTICATION_REQUIRED',
    'This requires a sign-in within the last 15 minutes. Sign in again.',
  )
}
