import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { resendDelivery, resendPeriod } from '../../outbound/webhooks/resend-deliveries.ts'
import { type Command, readArguments, UsageError } from '../command.ts'
import { inSession } from '../session.ts'
import { deliveryState } from './delivery-state.ts'

export const webhookResend: Command = {
  name: 'webhook resend',
  parameters: '<alias> <deliveryId> | <alias> <webhookId> --from <ms> [--to <ms>] [--state <state>]',
  summary:
    'Send the event of a delivery again, or the events of a period whose deliveries are FAILED (or in another state). The running service sends them.',
  async run(args, terminal) {
    const { positionals, options } = readArguments(args, ['alias', 'id'], ['from', 'to', 'state'])
    const [alias = '', id = ''] = positionals
    const { from, to, state } = options
    if (from === undefined && (to !== undefined || state !== undefined)) {
      throw new UsageError('--to and --state need --from: the period whose events are sent again.')
    }
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
      if (from === undefined) return resendDelivery(ctx, tenantId, id)
      return resendPeriod(ctx, tenantId, id, {
        from: time('--from', from),
        ...(to === undefined ? {} : { to: time('--to', to) }),
        ...(state === undefined ? {} : { state: deliveryState(state) }),
      })
    })
    return { answer }
  },
}

function time(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new UsageError(`${name} must be a time in milliseconds since the epoch.`)
  return Number(text)
}
