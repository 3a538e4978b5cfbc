import { createHash } from 'node:crypto'
import { whileAtHand } from '@goodword/sandbox/http/request-at-hand'
import { nowOf } from '@goodword/sandbox/model/world'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StripeAccount } from '../model/account.ts'
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
import { type Keyed, storedAnswer } from './idempotency.ts'

export type Answer = {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Executes an authenticated request, or repeats what was answered to it. */
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

/** The idempotency key of a request, and what it is compared by; null without one. */
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
