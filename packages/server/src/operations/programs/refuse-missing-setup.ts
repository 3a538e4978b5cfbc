import { Refusal } from '@goodword/contract/refusal'
import { loadProgram, lockProgram } from '../../store/directory/programs.ts'
import { loadConnection } from '../../store/processor/connections.ts'
import { missingSetupOf } from '../connections/connection-reading.ts'
import type { Transaction } from '../context.ts'
import { settingsOf } from './program-of.ts'

/**
 * Before a program is turned on: without the custom field, the discount and its permissions no discount would reach a
 * bill. A program that is on already can be changed, and so can one without a connection. A webhook is no condition,
 * because the first notification may come with the first subscription.
 *
 * Throws a Refusal PROCESSOR_SETUP_INCOMPLETE.
 */
export async function refuseMissingSetup(tx: Transaction): Promise<void> {
  await lockProgram(tx)
  if (settingsOf((await loadProgram(tx)).settings).active) return
  const connection = await loadConnection(tx)
  const missing = connection === null ? [] : missingSetupOf(connection)
  if (missing.length === 0) return
  const what = missing.map(({ message }) => message).join(' ')
  throw new Refusal(
    'PROCESSOR_SETUP_INCOMPLETE',
    `The program cannot be turned on yet. ${what} Then request POST connection/check, and turn the program on again.`,
    'active',
  )
}
