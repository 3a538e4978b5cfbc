import { createInterface } from 'node:readline/promises'
import { OperatorError } from '../operations/tenants/operator-error.ts'

/**
 * Asks a person before something that cannot be taken back; a script says `--yes`. The question goes to standard error,
 * because standard output is the answer.
 *
 * @throws OperatorError when the answer is no, and where nobody can be asked
 */
export async function confirm(isConfirmed: boolean, consequences: string): Promise<void> {
  if (isConfirmed) return
  if (!process.stdin.isTTY)
    throw new OperatorError(`${consequences} Nothing was changed. To confirm, run it again with --yes.`)
  const dialog = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await dialog.question(`${consequences} Go on? (yes/no) `).finally(() => dialog.close())
  if (!/^y(es)?$/i.test(answer.trim())) throw new OperatorError('Nothing was changed.')
}
