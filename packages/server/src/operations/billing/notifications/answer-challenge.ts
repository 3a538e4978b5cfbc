import { Refusal } from '@goodword/contract/refusal'
import type { TenantId } from '@goodword/domain/ids'
import type { Context } from '../../foundation/context.ts'
import { notConnected } from '../connections/connection-reading.ts'
import { openConnection } from '../connections/processor-client.ts'

/**
 * What the processor wants to read at the notification URL before it sends anything there.
 *
 * Throws a Refusal VALIDATION_FAILED or PROCESSOR_NOT_CONNECTED.
 */
export async function answerChallenge(ctx: Context, tenantId: TenantId, challenge: string): Promise<string> {
  const connection = await openConnection(ctx, tenantId)
  if (connection === null) throw notConnected()
  const answer = connection.client.answerChallenge(challenge)
  if (answer !== null) return answer
  throw new Refusal(
    'VALIDATION_FAILED',
    '"bt_challenge" must be 20 to 32 hexadecimal digits. This URL is for the webhook of the payment processor: create a webhook with it there.',
    'bt_challenge',
  )
}
