import { type Endpoint, idempotencyOf } from '@goodword/contract/frame/endpoint'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { TenantId } from '@goodword/domain/values/ids'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnsweredOnce, KeyedRequest } from '../../idempotency/idempotent-execution.ts'
import { requestHash } from '../../idempotency/request-hash.ts'

/** A response in its wire format. */
export type WrittenAnswer = { readonly status: number; readonly body: string }

/** Answers a request that has a key once. */
export type AnswerKeyed = (
  tenantId: TenantId,
  request: KeyedRequest,
  answer: (effectKey: string) => Promise<WrittenAnswer>,
) => Promise<AnsweredOnce>

type Answering = (
  request: FastifyRequest,
  reply: FastifyReply,
  tenantId: TenantId,
  answer: (effectKey: string | null) => Promise<WrittenAnswer>,
) => Promise<WrittenAnswer>

const NAME = 'Idempotency-Key'
const KEY = /^[!-~]{1,255}$/

/** Executes an endpoint’s requests: those with a key once, all others each time. */
export function repeatable(endpoint: Endpoint, answerKeyed: AnswerKeyed): Answering {
  const idempotency = idempotencyOf(endpoint)
  if (idempotency === 'none') return (_request, _reply, _tenantId, answer) => answer(null)
  return async (request, reply, tenantId, answer) => {
    const key = keyOf(request)
    if (key === null) {
      if (idempotency === 'required') throw missingKey()
      return answer(null)
    }
    const body = hashedBody(endpoint, request.body)
    const hash = requestHash(request.method, request.url, body)
    const { origin, ...written } = await answerKeyed(
      tenantId,
      { key, hash, isAnswerSecret: endpoint.isAnswerSecret === true },
      answer,
    )
    if (origin === 'replayed') reply.header('Idempotency-Replayed', 'true')
    if (origin === 'not kept') request.log.warn('response not stored for its Idempotency-Key')
    return written
  }
}

/** A body that may be missing is the same request with an empty object, and was none before it could have one. */
function hashedBody({ body, isBodyOptional }: Endpoint, sent: unknown): unknown {
  const isEmpty = isBodyOptional === true && Object.keys(Object(sent)).length === 0
  return body === null || isEmpty ? null : sent
}

/** The key of a request; null without one. A repeated header is one text with a space, which no key has. */
function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && KEY.test(key)) return key
  throw new Refusal(
    'VALIDATION_FAILED',
    `The header "${NAME}" must be 1 to 255 visible ASCII characters, given once.`,
    NAME,
  )
}

function missingKey(): Refusal {
  const message = `This operation requires the header "${NAME}", because each request acts again. Send a unique key of your choice, and the same key with every retry.`
  return new Refusal('IDEMPOTENCY_KEY_REQUIRED', message, NAME)
}
