import { Refusal } from '@goodword/contract/refusal'
import type { TenantId } from '@goodword/domain/values/ids'
import { openOrNull } from '../../../platform/secrets/secret-box.ts'
import type { KeptAnswer } from '../../../store/idempotent-requests.ts'
import type { Context } from '../context.ts'

type Keyed = { readonly key: string; readonly isAnswerSecret?: boolean }

/** A response as it is stored: encrypted if it contains secrets. */
export function sealAnswer(
  { secretBox }: Context,
  tenantId: TenantId,
  { key, isAnswerSecret = false }: Keyed,
  answer: KeptAnswer,
): KeptAnswer {
  if (!isAnswerSecret) return answer
  const box = secretBox.seal(answer.body, { tenantId, purpose: 'kept-answer', recordId: key })
  return { ...answer, body: box.toString('base64') }
}

/** The original response. Throws a Refusal IDEMPOTENCY_KEY_REUSED if the secret key was replaced meanwhile. */
export function openAnswer(
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
