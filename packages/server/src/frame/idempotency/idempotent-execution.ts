import { Refusal } from '@goodword/contract/frame/refusal'
import type { TenantId } from '@goodword/domain/values/ids'
import {
  DatabaseUnavailable,
  isRetryable,
  SerializationConflict,
} from '../../engine/driver/database-error.ts'
import { retryOnConflict } from '../../engine/driver/tenant-tx.ts'
import { openOrNull } from '../../engine/secrets/secret-box.ts'
import type { Context, Transaction } from '../context.ts'
import { marksIn } from '../erased/marks.ts'
import { findMarks } from '../rows/erased-marks.ts'
import {
  type Claim,
  claimRequest,
  deleteRequest,
  type FoundRequest,
  findRequest,
  type KeptAnswer,
  keepAnswer,
  releaseRequest,
} from '../rows/idempotent-requests.ts'

/** A request under a key of its sender; the hash identifies its content. */
export type KeyedRequest = {
  readonly key: string
  readonly hash: Buffer
  /** Whether the stored response is encrypted. */
  readonly isAnswerSecret?: boolean
}

/** A success, and whether it was created and stored, created but not stored, or replayed. */
export type AnsweredOnce = KeptAnswer & { readonly origin: 'kept' | 'not kept' | 'replayed' }

export const KEPT_MS = 30 * 24 * 3_600_000

/**
 * Longer than a response takes at worst: a few transactions that each end within 3 s. A request that takes longer may see the
 * request run twice, which is harmless.
 */
export const LEASE_MS = 30_000

/**
 * Executes each keyed request once: runs `answer` unless there is a stored response. The name that `answer` gets
 * is the same for every execution of the request, so that its effect can be made unique. A claim is a row with a lease, so it holds for every process of the service and
 * outlives all of them: after a crash between effect and response the request can run again once its lease has ended. That
 * is harmless, because effects depend on the state or are unique by the request’s ID.
 *
 * @throws Refusal IDEMPOTENCY_KEY_REUSED or IDEMPOTENCY_KEY_IN_FLIGHT, and the errors of `answer`
 */
export async function answerOnce(
  ctx: Context,
  tenantId: TenantId,
  request: KeyedRequest,
  answer: (effectKey: string) => Promise<KeptAnswer>,
): Promise<AnsweredOnce> {
  // Each attempt takes its own claim, and releases it when it fails.
  const { claim, time, firstCameAt, found } = await retryOnConflict(() => claimFor(ctx, tenantId, request))
  if (firstCameAt === null) {
    return { ...openAnswer(ctx, tenantId, request, answerKept(found, request, time)), origin: 'replayed' }
  }
  const answered = await answer(`${firstCameAt} ${request.key}`).catch(async (error: unknown) => {
    await letGo(ctx, tenantId, claim, error)
    throw error
  })
  const isKept = await keep(ctx, tenantId, claim, sealAnswer(ctx, tenantId, request, answered))
  return { ...answered, origin: isKept ? 'kept' : 'not kept' }
}

type Claimed = {
  readonly claim: Claim
  readonly time: number
  /** When the request was first received; null when another request has the key. */
  readonly firstCameAt: number | null
  readonly found: FoundRequest | null
}

async function claimFor(ctx: Context, tenantId: TenantId, request: KeyedRequest): Promise<Claimed> {
  const time = ctx.clock.now()
  const claim = { key: request.key, leasedUntil: time + LEASE_MS }
  const facts = { hash: request.hash, now: time, keptMs: KEPT_MS }
  try {
    return await ctx.writeTenant(
      tenantId,
      async (tx) => {
        const [firstCameAt, isErased] = await Promise.all([
          claimRequest(tx, claim, facts),
          isErasedRequest(tx, request.key),
        ])
        if (isErased) throw answerErased()
        const found = firstCameAt === null ? await findRequest(tx, claim.key) : null
        return { claim, time, firstCameAt, found }
      },
      { retry: 'never' },
    )
  } catch (error) {
    // The claim may have been stored nevertheless, and would block the next attempt.
    await letGo(ctx, tenantId, claim, error)
    throw error
  }
}

/** The stored response of an earlier execution. Null: the other request has just released the key. */
function answerKept(found: FoundRequest | null, request: KeyedRequest, now: number): KeptAnswer {
  if (found === null) throw inFlight(1)
  if (!found.hash.equals(request.hash)) {
    throw new Refusal(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used for another request. Use a new key for each new request, and reuse a key only to retry the same method, path and body.',
      'Idempotency-Key',
    )
  }
  if (found.kept === null) throw inFlight(secondsToWait(found.leasedUntil, now))
  return found.kept
}

function answerErased(): Refusal {
  return new Refusal(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used for a request about a user who was erased, and its answer was erased as well. The request was not executed again. Use a new key for a new request.',
    'Idempotency-Key',
  )
}

/** `Retry-After` is the time that the request has been running: short for one that is about to end, long for one that crashed. */
function secondsToWait(leasedUntil: number, now: number): number {
  const leftMs = leasedUntil - now
  return Math.max(1, Math.ceil(Math.min(LEASE_MS - leftMs, leftMs) / 1000))
}

function inFlight(retryAfterSeconds: number): Refusal {
  return new Refusal(
    'IDEMPOTENCY_KEY_IN_FLIGHT',
    'A request with this Idempotency-Key is in progress. Retry the same request after the number of seconds in Retry-After.',
    'Idempotency-Key',
    retryAfterSeconds,
  )
}

/** The effect is durable by now, so a response that cannot be stored is sent nevertheless; a repeat creates it again. */
async function keep(ctx: Context, tenantId: TenantId, claim: Claim, answer: KeptAnswer): Promise<boolean> {
  try {
    return await ctx.writeTenant(tenantId, (tx) => keepAnswer(tx, claim, answer))
  } catch (error) {
    if (error instanceof DatabaseUnavailable || error instanceof SerializationConflict) return false
    throw error
  }
}

/**
 * A refused request had no effect, so its key is released. The effect of a failed one is unknown, so its key
 * is free for the same request only. If the database is unavailable, the caller, who may retry in a moment, does not
 * wait for another failure.
 */
async function letGo(ctx: Context, tenantId: TenantId, claim: Claim, error: unknown): Promise<void> {
  const free = error instanceof Refusal ? deleteRequest : releaseRequest
  const letting = ctx.writeTenant(tenantId, async (tx) => free(tx, claim))
  // If that cannot be written either, the lease expires; the first error is the one to report.
  const settled = letting.catch(() => undefined)
  if (!(error instanceof DatabaseUnavailable) || isRetryable(error)) await settled
}

type Keyed = { readonly key: string; readonly isAnswerSecret?: boolean }

/** A response as it is stored: encrypted if it contains secrets. */
function sealAnswer(
  { secretBox }: Context,
  tenantId: TenantId,
  { key, isAnswerSecret = false }: Keyed,
  answer: KeptAnswer,
): KeptAnswer {
  if (!isAnswerSecret) return answer
  const box = secretBox.seal(answer.body, { tenantId, purpose: 'kept-answer', recordId: key })
  return { ...answer, body: box.toString('base64') }
}

/** The original response. @throws Refusal IDEMPOTENCY_KEY_REUSED if the secret key was replaced meanwhile */
function openAnswer(
  { secretBox }: Context,
  tenantId: TenantId,
  { key, isAnswerSecret = false }: Keyed,
  kept: KeptAnswer,
): KeptAnswer {
  if (!isAnswerSecret) return kept
  const box = Buffer.from(kept.body, 'base64')
  const body = openOrNull(secretBox, box, { tenantId, purpose: 'kept-answer', recordId: key })
  if (body !== null) return { ...kept, body }
  const message =
    'The response to this Idempotency-Key cannot be decrypted any more. The request was carried out; repeat it with a new key.'
  throw new Refusal('IDEMPOTENCY_KEY_REUSED', message, 'Idempotency-Key')
}

/** Whether the answer to a request with this Idempotency-Key was erased: the request must not act again. */
async function isErasedRequest(tx: Transaction, key: string): Promise<boolean> {
  return (await findMarks(tx, [marksIn(tx).request(key)])).length > 0
}
