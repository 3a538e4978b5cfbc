import { switchTenant } from '../../administration/tenants/switch-tenant.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const tenantEnable: Command = {
  name: 'tenant enable',
  parameters: '<alias>',
  summary: 'Enable a disabled tenant, within 5 seconds.',
  async run(args, terminal) {
    const [alias = ''] = readArguments(args, ['alias']).positionals
    return { answer: await inSession(terminal, (ctx) => switchTenant(ctx, alias, true)) }
  },
}
