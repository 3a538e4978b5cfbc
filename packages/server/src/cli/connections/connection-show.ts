import { readConnection } from '../../billing/connections/read-connection.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const connectionShow: Command = {
  name: 'connection show',
  parameters: '<alias>',
  summary: 'Show the connection of a tenant to its payment processor. Does not call the processor.',
  async run(args, terminal) {
    const [alias = ''] = readArguments(args, ['alias']).positionals
    const answer = await inSession(terminal, async (ctx) =>
      readConnection(ctx, (await tenantNamed(ctx, alias)).tenant_id),
    )
    return { answer }
  },
}
