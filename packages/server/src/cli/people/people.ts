import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import { parseErasedPerson } from '../../engine/backups/erased-people-file.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { beginErasure } from '../../privacy/erasure/begin-erasure.ts'
import { eraseAgain, listErasures } from '../../privacy/erasure/erase-again.ts'
import { noteErasure } from '../../privacy/erasure/note-erasure.ts'
import { readAllUserData } from '../../privacy/erasure/read-user-data.ts'
import { type Command, readArguments } from '../command.ts'
import { confirm } from '../confirm.ts'
import { inSession } from '../session.ts'

export const personData: Command = {
  name: 'person data',
  parameters: '<alias> <accountId> <userId>',
  summary:
    'Print everything that is stored about a user, as GET account/{accountId}/user/{userId}/data returns it.',
  async run(args, terminal) {
    const { positionals } = readArguments(args, ['alias', 'accountId', 'userId'])
    const [alias = '', accountId = '', userId = ''] = positionals
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
      const user = { accountId: accountId as AccountId, userId: userId as UserId }
      const { isOnlyUser, sections } = await readAllUserData(ctx, tenantId, user)
      return { alias, ...user, isOnlyUser, ...sections }
    })
    return { answer }
  },
}

export const personErase: Command = {
  name: 'person erase',
  parameters: '<alias> <accountId> <userId> [--yes]',
  summary:
    'Erase everything that is stored about a user, as DELETE account/{accountId}/user/{userId} does. It cannot be undone.',
  async run(args, terminal) {
    const { positionals, flags } = readArguments(args, ['alias', 'accountId', 'userId'], [], ['yes'])
    const [alias = '', accountId = '', userId = ''] = positionals
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
      await confirm(
        terminal,
        flags.yes,
        `The user ${userId} of the account ${accountId} is erased in ${alias}. This cannot be undone.`,
      )
      const ids = [accountId as AccountId, userId as UserId] as const
      const { state, accountErased } = await beginErasure(ctx, tenantId, ...ids, noteErasure(ctx))
      return { alias, state, accountErased }
    })
    return { answer }
  },
}

export const personErasures: Command = {
  name: 'person erasures',
  parameters: '<alias> <file>',
  summary:
    'Write hashes of the users who were erased to a file, to be kept apart from the backups: "person erase-again" erases these users again after a restore.',
  async run(args, terminal) {
    const [alias = '', path = ''] = readArguments(args, ['alias', 'file']).positionals
    const file = resolve(path)
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
      let people = 0
      const lines = async function* () {
        for await (const mark of listErasures(ctx, tenantId)) {
          people += 1
          yield `${mark}\n`
        }
      }
      await writeFile(file, lines(), { mode: 0o600 })
      return { alias, file, people }
    })
    return { answer }
  },
}

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
