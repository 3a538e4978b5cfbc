import { readConnection } from '../../billing/connections/read-connection.ts'
import { removeConnection } from '../../billing/connections/remove-connection.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { type Command, readArguments } from '../command.ts'
import { confirm } from '../confirm.ts'
import { inSession } from '../session.ts'

export const connectionRemove: Command = {
  name: 'connection remove',
  parameters: '<alias> [--yes]',
  summary:
    'Delete the credentials of the payment processor. Discounts at the processor stay as they are and are no longer changed.',
  async run(args, terminal) {
    const { positionals, flags } = readArguments(args, ['alias'], [], ['yes'])
    const [alias = ''] = positionals
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
      const { merchantId } = await readConnection(ctx, tenantId)
      await confirm(
        terminal,
        flags.yes,
        `The keys of the merchant ${merchantId} are deleted, and its discounts are no longer changed.`,
      )
      return removeConnection(ctx, tenantId)
    })
    return { answer }
  },
}
