import { readFile } from 'node:fs/promises'
import { OperatorError } from '../../operations/foundation/tenants/operator-error.ts'
import { tenantNamed } from '../../operations/foundation/tenants/tenant-named.ts'
import { eraseAgain } from '../../operations/privacy/erasure/erase-again.ts'
import { noteErasure } from '../../operations/privacy/erasure/note-erasure.ts'
import { type Command, readArguments } from '../command.ts'
import { confirm } from '../confirm.ts'
import { inSession } from '../session.ts'

export const personEraseAgain: Command = {
  name: 'person erase-again',
  parameters: '<alias> <file> [--yes]',
  summary:
    'Erase the users again that a restored backup contains, from the file that "person erasures" wrote.',
  async run(args, terminal) {
    const { positionals, flags } = readArguments(args, ['alias', 'file'], [], ['yes'])
    const [alias = '', file = ''] = positionals
    const marks = marksIn(await readFile(file, 'utf8'))
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
      await confirm(
        terminal,
        flags.yes,
        `The users in ${file} are erased in ${alias}. This cannot be undone.`,
      )
      return { alias, erased: await eraseAgain(ctx, tenantId, marks, noteErasure(ctx)) }
    })
    return { answer }
  },
}

const MARK = /^[A-Za-z0-9_-]{43}$/

function marksIn(text: string): ReadonlySet<string> {
  const lines = text.split('\n').filter((line) => line !== '')
  const wrong = lines.findIndex((line) => !MARK.test(line))
  if (wrong >= 0) {
    throw new OperatorError(`Line ${wrong + 1} is no line of a file that "person erasures" wrote.`)
  }
  return new Set(lines)
}
