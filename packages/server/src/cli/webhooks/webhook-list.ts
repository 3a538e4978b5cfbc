import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { readReceivers } from '../../outbound/webhooks/read-receivers.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

/** More than a tenant can have. */
const ALL = { limit: 1000, cursor: null, countAll: false }

export const webhookList: Command = {
  name: 'webhook list',
  parameters: '<alias>',
  summary: 'List the webhook receivers of a tenant, newest first, without their secrets.',
  async run(args, terminal) {
    const [alias = ''] = readArguments(args, ['alias']).positionals
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
      return { alias: tenantId, webhooks: (await readReceivers(ctx, tenantId, ALL)).rows }
    })
    return { answer }
  },
}
