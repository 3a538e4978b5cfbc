import { readFile } from 'node:fs/promises'
import { parseErasedPerson } from '../../engine/backups/erased-people-file.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { eraseAgain } from '../../privacy/erasure/erase-again.ts'
import { noteErasure } from '../../privacy/erasure/note-erasure.ts'
import { type Command, readArguments } from '../command.ts'
import { confirm } from '../confirm.ts'
import { inSession } from '../session.ts'

export const personEraseAgain: Command = {
  name: 'person erase-again',
  parameters: '<alias> <file> [--yes]',
  summary:
    'Erase the users again that a restored backup contains, from the file that "person erasures" wrote or the one beside the backups.',
  async run(args, terminal) {
    const { positionals, flags } = readArguments(args, ['alias', 'file'], [], ['yes'])
    const [alias = '', file = ''] = positionals
    const lines = linesIn(await readFile(file, 'utf8'))
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
      await confirm(
        terminal,
        flags.yes,
        `The users in ${file} are erased in ${alias}. This cannot be undone.`,
      )
      return { alias, erased: await eraseAgain(ctx, tenantId, marksOf(lines, tenantId), noteErasure(ctx)) }
    })
    return { answer }
  },
}

const MARK = /^[A-Za-z0-9_-]{43}$/

type Line = { readonly mark: string; readonly tenantId: string | null }

/** The list of one program, or the file beside the backups, whose lines say of which program they are. */
function linesIn(text: string): readonly Line[] {
  const lines = text.split('\n').map((line) => (line.startsWith('#') ? '' : line))
  return lines.flatMap((line, index) => {
    if (line === '') return []
    const found = MARK.test(line) ? { mark: line, tenantId: null } : parseErasedPerson(line)
    if (found !== null) return [found]
    throw new OperatorError(`Line ${index + 1} is no line of a file that "person erasures" wrote.`)
  })
}

function marksOf(lines: readonly Line[], ofTenant: string): ReadonlySet<string> {
  const own = lines.filter(({ tenantId }) => tenantId === null || tenantId === ofTenant)
  return new Set(own.map(({ mark }) => mark))
}
