import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { readReceiver } from '../../outbound/webhooks/read-receivers.ts'
import { removeReceiver } from '../../outbound/webhooks/remove-receiver.ts'
import { type Command, readArguments } from '../command.ts'
import { confirm } from '../confirm.ts'
import { inSession } from '../session.ts'

export const webhookRemove: Command = {
  name: 'webhook remove',
  parameters: '<alias> <webhookId> [--yes]',
  summary: 'Delete a webhook receiver with its secret. Pending events are not sent.',
  async run(args, terminal) {
    const { positionals, flags } = readArguments(args, ['alias', 'webhookId'], [], ['yes'])
    const [alias = '', id = ''] = positionals
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
      const { url } = await readReceiver(ctx, tenantId, id)
      await confirm(terminal, flags.yes, `No more events are sent to ${url}, and its secret is deleted.`)
      return removeReceiver(ctx, tenantId, id)
    })
    return { answer }
  },
}
