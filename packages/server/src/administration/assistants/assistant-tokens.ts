import { createHash } from 'node:crypto'
import type { Context } from '../../frame/context.ts'
import type { StaffMember } from '../../frame/staff-member.ts'
import { makeToken, tokenHash } from '../sign-in/one-time-token.ts'
import {
  endGrantOf,
  exchangeCode,
  findAssistant,
  rotateTokens,
  type TokenHashes,
} from './rows/staff-assistants.ts'

/** Short, because the token is all that a thief needs. */
export const ACCESS_LIFETIME_MS = 15 * 60_000
/** How long a client may repeat a refresh whose answer was lost. */
const REPEAT_MS = 30_000
const REFRESH_LIFETIME_MS = 30 * 24 * 60 * 60_000
const PREFIXES = { access: 'gwa_', refresh: 'gwr_' } as const

export type AssistantTokens = {
  readonly accessToken: string
  readonly refreshToken: string
  readonly mayWrite: boolean
}

/** The fields of a client's form that exchanges a code for tokens. */
export type CodeExchange = {
  readonly code: string
  readonly clientId: string
  readonly redirectUri: string
  readonly codeVerifier: string
}

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

/**
 * Exchanges a code for tokens, once. A code that comes with anything wrong, or again, was seen by others than its client: then the
 * whole grant ends, with the tokens that were given for it.
 */
export async function exchangeAssistantCode(
  ctx: Context,
  { code, clientId, redirectUri, codeVerifier }: CodeExchange,
): Promise<AssistantTokens | null> {
  const codeHash = tokenHash(code)
  const now = ctx.clock.now()
  const made = makeTokens(now)
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const request = { codeHash, clientId, redirectUri, codeChallenge }
  const grant = VERIFIER.test(codeVerifier) ? await exchangeCode(ctx.db, request, made.hashes, now) : null
  if (grant === null) await endGrantOf(ctx.db, codeHash)
  return grant === null ? null : { ...made.tokens, mayWrite: grant.may_write }
}

/**
 * Replaces both tokens by a refresh token, which works once: used again, it ends the grant. Within half a minute it is replaced
 * once more, for a client that did not get the answer; the tokens that it may have got are void then.
 */
export async function refreshAssistantTokens(
  ctx: Context,
  refreshToken: string,
  clientId: string,
): Promise<AssistantTokens | null> {
  const refreshHash = tokenHash(refreshToken)
  const now = ctx.clock.now()
  const made = makeTokens(now)
  const againUntil = now + ACCESS_LIFETIME_MS - REPEAT_MS
  const grant = await rotateTokens(ctx.db, { refreshHash, clientId, againUntil }, made.hashes, now)
  if (grant === null) await endGrantOf(ctx.db, refreshHash)
  return grant === null ? null : { ...made.tokens, mayWrite: grant.may_write }
}

/** Ends the grant that a token belongs to. Another text changes nothing, and its sender cannot tell. */
export async function revokeAssistantToken(ctx: Context, token: string): Promise<void> {
  await endGrantOf(ctx.db, tokenHash(token))
}

function makeTokens(now: number): {
  readonly tokens: Omit<AssistantTokens, 'mayWrite'>
  readonly hashes: TokenHashes
} {
  const [accessToken, refreshToken] = [
    PREFIXES.access + makeToken().token,
    PREFIXES.refresh + makeToken().token,
  ]
  const hashes = {
    access: tokenHash(accessToken),
    accessExpiresAt: now + ACCESS_LIFETIME_MS,
    refresh: tokenHash(refreshToken),
    expiresAt: now + REFRESH_LIFETIME_MS,
  }
  return { tokens: { accessToken, refreshToken }, hashes }
}

/**
 * A person of staff, as an assistant acts in their place: with their own role at the time, or that of an analyst, who only reads, where
 * they allowed no more.
 */
export type ActingAssistant = Omit<StaffMember, 'isRecent'> & {
  readonly grantId: string
  readonly clientName: string
}

/** Finds the person in whose place an access token acts; null for a token that does not work. */
export async function findActingAssistant(ctx: Context, token: string): Promise<ActingAssistant | null> {
  if (!token.startsWith(PREFIXES.access) || token.length > 100) return null
  const row = await findAssistant(ctx.db, tokenHash(token), ctx.clock.now())
  if (row === null) return null
  const { mayWrite, ...acting } = row
  return mayWrite ? acting : { ...acting, role: 'analyst' }
}
