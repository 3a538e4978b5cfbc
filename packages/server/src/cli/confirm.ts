import { createInterface } from 'node:readline/promises'
import { OperatorError } from '../operations/tenants/operator-error.ts'

/**
 * Asks for confirmation before an irreversible change; scripts use `--yes`. The question goes to standard error,
 * because standard output has the result.
 *
 * @throws OperatorError if the answer is no, or without a terminal
 */
export async function confirm(isConfirmed: boolean, consequences: string): Promise<void> {
  if (isConfirmed) return
  if (!process.stdin.isTTY)
    throw new OperatorError(`${consequences} Nothing was changed. To confirm, run it again with --yes.`)
  const dialog = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await dialog.question(`${consequences} Continue? (yes/no) `).finally(() => dialog.close())
  if (!/^y(es)?$/i.test(answer.trim())) throw new OperatorError('Nothing was changed.')
}
