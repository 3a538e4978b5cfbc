import type { AccountId, UserId } from '@goodword/domain/values/ids'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { readAllUserData } from '../../privacy/erasure/read-user-data.ts'
import { type Command, readArguments } from '../command.ts'
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
