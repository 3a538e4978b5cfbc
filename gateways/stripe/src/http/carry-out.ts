import { createHash } from 'node:crypto'
import { whileAtHand } from '@goodword/sandbox/http/request-at-hand'
import { nowOf } from '@goodword/sandbox/model/world'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StoredRequest, StripeAccount } from '../model/account.ts'
import { newId } from '../model/ids.ts'
import { inShapeOf } from '../objects/older-shapes.ts'
import { resolverOf } from '../objects/resolve.ts'
import type { Route } from '../resources/route.ts'
import { addressOf, pathOf } from '../wire/address.ts'
import { ApiError } from '../wire/api-error.ts'
import { expand } from '../wire/expand.ts'
import { inTodaysForm } from '../wire/older-params.ts'
import { Params } from '../wire/params.ts'
import { readForm, readJson } from '../wire/read-form.ts'
import { checkVersion } from '../wire/version.ts'
import { type Gateway, secondsOf, type Work } from '../work.ts'
import type { Caller } from './authenticate.ts'

export type Answer = {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Executes an authenticated request, or repeats its stored answer. */
export function carryOut(
  gateway: Gateway,
  { account }: Caller,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Answer {
  const nowMs = nowOf(gateway, account)
  const keyed = keyedOf(request)
  const stored = keyed === null ? null : storedAnswer(account, keyed, nowMs)
  if (stored !== null) {
    const { status, body, requestId } = stored
    const original = { 'original-request': requestId, 'idempotent-replayed': 'true' }
    return {
      status,
      body,
      headers: { ...headersOf(account, request, newId(account, 'req', 14)), ...original },
    }
  }
  const id = newId(account, 'req', 14)
  const work: Work = {
    gateway,
    account,
    clockId: null,
    now: secondsOf(nowMs),
    request: { id, idempotencyKey: keyed?.key ?? null },
  }
  const { status, body, isStored } = whileAtHand({ account, request: request.raw, response: reply.raw }, () =>
    execute(work, route, request),
  )
  if (keyed !== null && isStored) {
    account.requests.set(keyed.key, { ...keyed, requestId: id, status, body, at: nowMs })
  }
  return { status, body, headers: headersOf(account, request, id) }
}

/** The idempotency key of a request, with the values that it is compared by; null without one. */
export function keyedOf({ method, headers, url, body }: FastifyRequest): Keyed | null {
  const key = headers['idempotency-key']
  if (method !== 'POST' || typeof key !== 'string' || key === '') return null
  const path = pathOf(url)
  const fingerprint = createHash('sha256')
    .update(`${method} ${path}\n${typeof body === 'string' ? body : ''}`)
    .digest('hex')
  return { key, path, fingerprint }
}

/** An answer is kept when the request was executed, with an error or not; not when its parameters were wrong. */
function execute(work: Work, route: Route, request: FastifyRequest) {
  let isStored = false
  try {
    const version = versionOf(work.account, request)
    const params = paramsOf(request, version)
    const paths = params.texts('expand') ?? []
    const run = route.read(params, request.params as Record<string, string>)
    params.checkAllRead()
    isStored = true
    const shape = inShapeOf(version, work.account, work.now)
    const answer = expand(shape(run(work)), paths, resolverOf(work, shape))
    return { status: 200, body: JSON.stringify(answer), isStored }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, body: JSON.stringify(error.body), isStored }
  }
}

/** A GET has its parameters in the address, everything else in the body as well. */
function paramsOf({ method, url, body }: FastifyRequest, version: string): Params {
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''
  const text = typeof body === 'string' ? body : ''
  if (isOfV2(url)) return new Params(readJson(text))
  const form = readForm([query, text].filter((each) => each !== '').join('&'))
  return new Params(inTodaysForm({ version, ...addressOf({ method, url }) }, form))
}

/** Only calls of the second API are in JSON. */
function isOfV2(url: string): boolean {
  return url.startsWith('/v2/')
}

/** The version of the API that a request names, or its account's. @throws {ApiError} for one whose shapes are not known */
export function versionOf({ settings }: StripeAccount, { headers }: FastifyRequest): string {
  const version = headers['stripe-version']
  return checkVersion(typeof version === 'string' ? version : settings.apiVersion)
}

function headersOf(account: StripeAccount, request: FastifyRequest, id: string): Record<string, string> {
  return { 'request-id': id, 'stripe-version': versionOf(account, request) }
}

const DAY_MS = 86_400_000
const MAX_KEY_LENGTH = 255

/** The values by which a request with an idempotency key is compared. */
type Keyed = { readonly key: string; readonly path: string; readonly fingerprint: string }

/**
 * The stored answer to a repeated request; null for a new one. A key is remembered for 24 hours of the account's clock.
 * @throws {ApiError} 400 for a key that belongs to another request
 */
export function storedAnswer(
  account: StripeAccount,
  { key, path, fingerprint }: Keyed,
  nowMs: number,
): StoredRequest | null {
  if (key.length > MAX_KEY_LENGTH) {
    const message = `Idempotency keys can have up to ${MAX_KEY_LENGTH} characters.`
    throw new ApiError(400, 'invalid_request_error', message)
  }
  const stored = account.requests.get(key)
  if (stored === undefined) return null
  if (nowMs - stored.at >= DAY_MS) {
    account.requests.delete(key)
    return null
  }
  if (stored.path !== path) {
    const message = `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${stored.path}'). Try using a key other than '${key}' if you meant to execute a different request.`
    throw new ApiError(400, 'idempotency_error', message)
  }
  if (stored.fingerprint !== fingerprint) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
    throw new ApiError(400, 'idempotency_error', message)
  }
  return stored
}

/** Requests with a key that wait, for a fault rule say, and have no answer yet. */
const inFlight = new WeakMap<StripeAccount, Set<string>>()

/** Marks a key as in use until the returned function is called. @throws {ApiError} 409 when it is in use */
export function useKey(account: StripeAccount, key: string): () => void {
  const keys = inFlight.get(account) ?? new Set()
  inFlight.set(account, keys)
  if (keys.has(key)) {
    const message = `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`
    throw new ApiError(409, 'idempotency_error', message, { code: 'idempotency_key_in_use' })
  }
  keys.add(key)
  return () => keys.delete(key)
}
