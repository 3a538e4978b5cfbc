import { Refusal } from '@goodword/contract/frame/refusal'
import type { StaffId } from '@goodword/domain/values/ids'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Client, noteOwnAct, noteRefusedSignIn } from '../../administration/notices/note-act.ts'
import { endStaffSession, findSessionOfToken } from '../../administration/sign-in/read-session.ts'
import { sessionCookieName } from '../../frame/auth-names.ts'
import type { Context } from '../../frame/context.ts'
import { userAgentOf } from '../../frame/http/limits/client.ts'

/** Where a request comes from, as the audit log names it. */
export function clientOf({ ip, headers }: FastifyRequest): Client {
  return { address: ip, userAgent: userAgentOf(headers['user-agent']) }
}

/** How a person showed who they are. */
type Method = 'PASSWORD' | 'CODE' | 'RECOVERY_CODE' | 'PASSKEY' | 'LINK' | 'SINGLE_SIGN_ON'

/** Notes the sign-in whose cookie the reply sets. A sign-in that cannot be noted does not happen. */
export async function noteSignIn(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  method: Method,
): Promise<void> {
  const token = newSessionToken(ctx, reply)
  if (token === null) return
  try {
    const session = await findSessionOfToken(ctx, token)
    if (session !== null) {
      await noteOwnAct(ctx, session.staff_id, clientOf(request), 'staff.sign-in', { method })
    }
  } catch (error) {
    reply.removeHeader('set-cookie')
    await endStaffSession(ctx, token)
    throw error
  }
}

/** Does what signs a person in, and notes if it was refused. */
export async function notingRefusals<Result>(
  ctx: Context,
  request: FastifyRequest,
  person: { readonly email: string } | { readonly staffId: StaffId },
  signIn: () => Promise<Result>,
): Promise<Result> {
  try {
    return await signIn()
  } catch (error) {
    if (error instanceof Refusal) noteRefusedSignIn(ctx, person, clientOf(request), error.code)
    throw error
  }
}

/** The token of the session that a reply begins, or null. */
function newSessionToken({ baseUrl }: Context, reply: FastifyReply): string | null {
  const name = `${sessionCookieName(baseUrl)}=`
  const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String)
  const pair = cookies.find((it) => it.startsWith(name))?.split(';', 1)[0] ?? ''
  // The token and, behind a dot, its signature.
  const [token = ''] = decodeURIComponent(pair.slice(name.length)).split('.', 1)
  return token === '' ? null : token
}
