import { linkConsequences } from '../../administration/tenants/link-consequences.ts'
import { switchTenant } from '../../administration/tenants/switch-tenant.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { type Command, readArguments } from '../command.ts'
import { confirm } from '../confirm.ts'
import { inSession } from '../session.ts'

export const tenantDisable: Command = {
  name: 'tenant disable',
  parameters: '<alias> [--yes]',
  summary: 'Disable a tenant, within 5 seconds: its keys and share links stop working. Its data is kept.',
  async run(args, terminal) {
    const { positionals, flags } = readArguments(args, ['alias'], [], ['yes'])
    const [alias = ''] = positionals
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id } = await tenantNamed(ctx, alias)
      const consequences = await linkConsequences(ctx, tenant_id)
      if (consequences !== null) await confirm(terminal, flags.yes, consequences)
      return switchTenant(ctx, alias, false)
    })
    return { answer }
  },
}
