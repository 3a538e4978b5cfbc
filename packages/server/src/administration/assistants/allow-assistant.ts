import { Refusal } from '@goodword/contract/frame/refusal'
import type { StaffId, TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { makeToken } from '../sign-in/one-time-token.ts'
import { readMerchants } from '../sign-in/read-session.ts'
import { readClientDocument } from './client-document.ts'
import { isRegistered } from './redirect-uri.ts'
import { type AssistantClient, readRegisteredClient } from './registered-client.ts'
import { deleteExpiredAssistants, insertAssistant } from './rows/staff-assistants.ts'

/** The parameters with which a client sends a person to the page where they allow it, by the names of OAuth. */
export type AccessRequest = {
  readonly response_type?: string | undefined
  readonly client_id?: string | undefined
  readonly redirect_uri?: string | undefined
  readonly code_challenge?: string | undefined
  readonly code_challenge_method?: string | undefined
  readonly scope?: string | undefined
  readonly state?: string | undefined
  readonly resource?: string | undefined
}

/** A request whose client is known and whose address may get the answer. */
export type CheckedRequest = {
  readonly client: AssistantClient
  readonly redirectUri: string
  /** The fault of the rest of the request, by the codes of OAuth, which the client gets; null if it has none. */
  readonly fault: { readonly error: string; readonly message: string } | null
}

export const SCOPES = ['read', 'write'] as const
const CODE_LIFETIME_MS = 2 * 60_000
const S256_CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** The audience of tokens: the tools of this service, and nothing else. */
export function mcpAddress({ baseUrl }: Pick<Context, 'baseUrl'>): string {
  return `${baseUrl}/mcp`
}

/**
 * Checks a request before anything is asked of the person.
 *
 * @throws Refusal if the client or its address is not known: then nothing may be sent to that address
 */
export async function checkAccessRequest(ctx: Context, request: AccessRequest): Promise<CheckedRequest> {
  const { client_id: id = '', redirect_uri: redirectUri = '' } = request
  const client = readRegisteredClient(ctx.secretBox, id) ?? (await readClientDocument(ctx, id))
  if (client === null) {
    throw new Refusal(
      'VALIDATION_FAILED',
      'The assistant that sent you here is not known: its ID was not given by this service, and is no address of a document about it. Connect it again from within the assistant.',
      'client_id',
    )
  }
  if (!isRegistered(redirectUri, client.redirectUris)) {
    throw new Refusal(
      'VALIDATION_FAILED',
      'The assistant wants the answer at an address that it has not registered. The link may have been changed: connect again from within the assistant.',
      'redirect_uri',
    )
  }
  return { client, redirectUri, fault: faultOf(ctx, request) }
}

function faultOf(ctx: Context, request: AccessRequest): CheckedRequest['fault'] {
  const { resource, scope = '' } = request
  if (request.response_type !== 'code')
    return { error: 'unsupported_response_type', message: 'response_type must be "code".' }
  if (request.code_challenge_method !== 'S256' || !S256_CHALLENGE.test(request.code_challenge ?? ''))
    return { error: 'invalid_request', message: 'PKCE is required, with code_challenge_method "S256".' }
  if (resource !== undefined && resource.replace(/\/$/, '') !== mcpAddress(ctx))
    return { error: 'invalid_target', message: `resource must be "${mcpAddress(ctx)}".` }
  if (scope.split(' ').some((it) => it !== '' && !(SCOPES as readonly string[]).includes(it)))
    return { error: 'invalid_scope', message: `scope can have ${SCOPES.join(' and ')}.` }
  return null
}

/** Whether a client asks for more than reading: without a scope it does. */
export function asksToWrite({ scope = '' }: AccessRequest): boolean {
  return scope.trim() === '' || scope.split(' ').includes('write')
}

/** The access that a person allows: one program, and whether the assistant may also change things there. */
export type Choice = { readonly tenantAlias: string; readonly mayWrite: boolean }

/**
 * Gives a client a code for what a person allows; returns the address that the browser goes to with it.
 *
 * @throws Refusal FORBIDDEN if the person does not belong to the program's staff
 */
export async function allowAssistant(
  ctx: Context,
  staffId: StaffId,
  request: AccessRequest,
  choice: Choice,
): Promise<{ readonly redirectTo: string; readonly client: AssistantClient; readonly tenantId: TenantId }> {
  const { client, redirectUri, fault } = await checkAccessRequest(ctx, request)
  if (fault !== null) throw new Refusal('VALIDATION_FAILED', fault.message)
  const tenantId = await ownProgram(ctx, staffId, choice.tenantAlias)
  const createdAt = ctx.clock.now()
  const { token, hash } = makeToken()
  await deleteExpiredAssistants(ctx.db, createdAt)
  await insertAssistant(ctx.db, {
    id: ctx.ids.make<string>(createdAt),
    staffId,
    tenantId,
    clientId: client.id,
    clientName: client.name,
    mayWrite: choice.mayWrite && asksToWrite(request),
    redirectUri,
    codeHash: hash,
    codeChallenge: request.code_challenge ?? '',
    createdAt,
    expiresAt: createdAt + CODE_LIFETIME_MS,
  })
  return { redirectTo: answerAddress(ctx, redirectUri, request, { code: token }), client, tenantId }
}

async function ownProgram(ctx: Context, staffId: StaffId, alias: string): Promise<TenantId> {
  const merchants = await readMerchants(ctx, staffId)
  const own = merchants.flatMap(({ programs }) => programs.flatMap(({ live, test }) => [live, test]))
  const found = own.find((it) => it === alias)
  if (found !== undefined && found !== null) return found
  throw new Refusal(
    'VALIDATION_FAILED',
    'You do not belong to the staff of this program. Choose another.',
    'tenantAlias',
  )
}

/** The address of a client with an answer for it, its own state, and who answers (RFC 9207). */
export function answerAddress(
  { baseUrl }: Pick<Context, 'baseUrl'>,
  redirectUri: string,
  { state }: AccessRequest,
  answer: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri)
  const all = { ...answer, iss: baseUrl, ...(state === undefined ? {} : { state }) }
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
  return url.href
}
