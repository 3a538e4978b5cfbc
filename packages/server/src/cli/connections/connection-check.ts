import { checkConnection } from '../../billing/connections/check-connection.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const connectionCheck: Command = {
  name: 'connection check',
  parameters: '<alias>',
  summary: 'Call the payment processor of a tenant and look for missing set-up again.',
  async run(args, terminal) {
    const [alias = ''] = readArguments(args, ['alias']).positionals
    const answer = await inSession(terminal, async (ctx) =>
      checkConnection(ctx, (await tenantNamed(ctx, alias)).tenant_id),
    )
    return { answer }
  },
}
