import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { readDeliveries } from '../../outbound/webhooks/read-deliveries.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'
import { deliveryState } from './delivery-state.ts'

const NEWEST = { limit: 100, cursor: null, countAll: false }

export const webhookDeliveries: Command = {
  name: 'webhook deliveries',
  parameters: '<alias> <webhookId> [--state <state>]',
  summary:
    'List the newest 100 deliveries to a webhook receiver with their attempts, or those that are PENDING, SUCCEEDED or FAILED.',
  async run(args, terminal) {
    const { positionals, options } = readArguments(args, ['alias', 'webhookId'], ['state'])
    const [alias = '', id = ''] = positionals
    const filter = options.state === undefined ? {} : { state: deliveryState(options.state) }
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
      const { rows, total } = await readDeliveries(ctx, tenantId, id, filter, NEWEST)
      return { totalCount: total, deliveries: rows }
    })
    return { answer }
  },
}
