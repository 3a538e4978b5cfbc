import { Refusal } from '@goodword/contract/frame/refusal'
import { isWebhook, missingSetupOf } from '../../billing/connections/read-connection.ts'
import { loadConnection } from '../../billing/rows/connections.ts'
import type { Transaction } from '../../frame/context.ts'

/**
 * Refuses to turn a program on without its setup: without the custom field, the discount and its permissions no
 * discount would reach a bill. Nothing is missing without a connection. A webhook is no condition, because the first
 * notification may come with the first subscription. The program is locked.
 *
 * @throws Refusal PROCESSOR_SETUP_INCOMPLETE
 */
export async function refuseMissingSetup(tx: Transaction): Promise<void> {
  const connection = await loadConnection(tx)
  const missing = connection === null ? [] : missingSetupOf(connection).filter((it) => !isWebhook(it))
  if (missing.length === 0) return
  const what = missing.map(({ message }) => message).join(' ')
  throw new Refusal(
    'PROCESSOR_SETUP_INCOMPLETE',
    `The program cannot be turned on yet. ${what} Then have the connection checked (POST connection/check), and turn the program on.`,
    'active',
  )
}
