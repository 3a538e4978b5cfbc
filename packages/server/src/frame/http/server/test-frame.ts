import { endpoint } from '@goodword/contract/frame/endpoint'
import {
  accountId,
  nullable,
  percent,
  referralCode,
  subscriptionStatus,
} from '@goodword/contract/frame/values'
import {
  isTenantAlias,
  type KeyId,
  type MerchantId,
  modeOf,
  type StaffId,
  type TenantId,
} from '@goodword/domain/values/ids'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import pino from 'pino'
import { Type } from 'typebox'
import type { Callers, KeyPrincipal } from '../access/authenticate.ts'
import { type Limits, noLimits } from '../limits/limits.ts'
import { type AppDependencies, createApp } from './app.ts'
import { serveHealth } from './health.ts'
import type { AnswerKeyed } from './idempotency.ts'
import { type Serve, serving } from './serve.ts'

const BASE_URL = 'https://goodword.example.com'

const example = { answer: { note: null } }

/** Takes parameters of each kind, and returns them. */
export const writeNote = endpoint({
  name: 'writeNote',
  tag: 'Test',
  method: 'POST',
  path: '/note',
  summary: 'Write',
  description: 'Writes.',
  scope: 'write',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object({
    id: accountId(),
    subscription: Type.Optional(
      Type.Object({ status: Type.Optional(subscriptionStatus('')), share: Type.Optional(percent('')) }),
    ),
    code: Type.Optional(referralCode('')),
    note: Type.Optional(nullable(Type.String())),
  }),
  success: { 200: Type.Object({ note: nullable(Type.String()), id: Type.Optional(Type.String()) }) },
  refusals: [],
  example,
})

export const readNote = endpoint({
  name: 'readNote',
  tag: 'Test',
  method: 'GET',
  path: '/note/{accountId}',
  aliases: ['/memo/{accountId}'],
  summary: 'Read',
  description: 'Reads.',
  scope: 'read',
  params: Type.Object({ accountId: accountId() }),
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 10 })),
    code: Type.Optional(referralCode('')),
  }),
  body: null,
  success: { 200: Type.Object({ note: nullable(Type.String()), limit: Type.Optional(Type.Integer()) }) },
  refusals: ['ACCOUNT_NOT_FOUND'],
  example,
})

export const makeNote = endpoint({
  ...writeNote,
  name: 'makeNote',
  path: '/made-note',
  success: { 200: writeNote.success[200], 201: writeNote.success[200] },
})

const openNote = endpoint({ ...writeNote, name: 'openNote', path: '/open/note', scope: null })

/** A principal per key: the key names the tenant, `read-…` may only read. */
async function lookup(apiKey: string): Promise<KeyPrincipal | null> {
  const alias = apiKey.replace(/^(?:key|read)-/, '')
  if (alias === apiKey || !isTenantAlias(alias)) return null
  const scopes = apiKey.startsWith('read-')
    ? (['read'] as const)
    : (['read', 'write', 'money', 'admin'] as const)
  // Nothing in the frame reads the key’s id or name.
  const key = { keyId: 'the-key' as KeyId, name: null, lastFour: 'last', expiresAt: null }
  return { kind: 'key', ...tenantOf(alias), ...key, scopes }
}

/** Both modes of a program belong to the merchant of its name. */
function tenantOf(alias: TenantId) {
  return { tenantId: alias, mode: modeOf(alias), merchantId: alias.replace(/^test_/, '') as MerchantId }
}

/** The session of an owner, of every program. */
export const ownerCookie = { cookie: '__Host-goodword_session=owner' }

const callers: Callers = {
  lookup,
  // The cookie says which role.
  findStaff: async ({ headers }, alias) => {
    const isOwner = headers.cookie === ownerCookie.cookie
    if (!isOwner || !isTenantAlias(alias)) return null
    const owner = { staffId: 'the-owner' as StaffId, email: 'owner@example.com', role: 'owner' } as const
    return { kind: 'staff', ...tenantOf(alias), ...owner, isRecent: true }
  },
  sessionCookie: '__Host-goodword_session',
  requireOwnOrigin: () => undefined,
  findTenant: async (alias) => (isTenantAlias(alias) && alias !== 'nobody' ? tenantOf(alias) : null),
  allowedOrigins: async (tenantId) => (tenantId === 'strict' ? ['https://shop.example.com'] : []),
}

export type Frame = {
  readonly app: FastifyInstance
  readonly serve: Serve
  /** Every line the app has logged. */
  readonly logged: readonly string[]
}

/** Answers keyed requests without a database: no answer is kept. */
const keepNothing: AnswerKeyed = async (_tenantId, { key }, answer) => ({
  ...(await answer(key)),
  origin: 'not kept',
})

export function createFrame(
  dependencies: Partial<AppDependencies> = {},
  answerKeyed: AnswerKeyed = keepNothing,
  limits: Limits = noLimits,
): Frame {
  const logged: string[] = []
  const logger: FastifyBaseLogger = pino({}, { write: (line: string) => logged.push(line) })
  const app = createApp({ baseUrl: BASE_URL, logger, ...dependencies })
  return { app, serve: serving(app, callers, answerKeyed, limits), logged }
}

/** A frame with the endpoints above, each returning its input. */
export function createNoteFrame(
  dependencies: Partial<AppDependencies> = {},
  limits: Limits = noLimits,
): Frame {
  const frame = createFrame(dependencies, keepNothing, limits)
  frame.serve(writeNote, async ({ body }) => ({ note: JSON.stringify(body), id: body.id }))
  frame.serve(readNote, async ({ params, query }) => ({
    note: params.accountId,
    ...(query.limit === undefined ? {} : { limit: query.limit }),
  }))
  frame.serve(openNote, async ({ tenant }) => ({ note: tenant.tenantId }))
  serveHealth(frame.app, async () => ({ database: null }))
  return frame
}

export const basic = (credentials: string): string => `Basic ${Buffer.from(credentials).toString('base64')}`

/** Headers of a call with all scopes of `acme`. */
export const asAcme = { authorization: basic('key-acme:') }

export const asAcmeWithJson = { ...asAcme, 'content-type': 'application/json' }
