import { OperatorError } from '../frame/tenants/operator-error.ts'
import type { Terminal } from './terminal.ts'

/**
 * Asks for confirmation before an irreversible change; scripts use `--yes`.
 *
 * @throws OperatorError if the answer is no, or without a terminal
 */
export async function confirm({ ask }: Terminal, isConfirmed: boolean, consequences: string): Promise<void> {
  if (isConfirmed) return
  if (ask === null)
    throw new OperatorError(`${consequences} Nothing was changed. To confirm, run it again with --yes.`)
  const answer = await ask(`${consequences} Continue? (yes/no) `)
  if (!/^y(es)?$/i.test(answer.trim())) throw new OperatorError('Nothing was changed.')
}
