import type { AccountId, UserId } from '@goodword/domain/values/ids'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { beginErasure } from '../../privacy/erasure/begin-erasure.ts'
import { noteErasure } from '../../privacy/erasure/note-erasure.ts'
import { type Command, readArguments } from '../command.ts'
import { confirm } from '../confirm.ts'
import { inSession } from '../session.ts'

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
