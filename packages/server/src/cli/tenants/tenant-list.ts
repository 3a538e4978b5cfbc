import { listTenants } from '../../frame/rows/tenants.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const tenantList: Command = {
  name: 'tenant list',
  parameters: '',
  summary: 'List all tenants, including disabled ones.',
  async run(args, terminal) {
    readArguments(args, [])
    return { answer: { tenants: await inSession(terminal, (ctx) => listTenants(ctx.db)) } }
  },
}
