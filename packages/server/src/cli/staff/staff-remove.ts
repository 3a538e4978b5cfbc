import { memberByEmail } from '../../administration/team/list-team.ts'
import { removeMember } from '../../administration/team/remove-member.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'
import { asOperator } from './as-operator.ts'

export const staffRemove: Command = {
  name: 'staff remove',
  parameters: '<alias> <email>',
  summary: "Remove a person from the staff of a tenant's merchant, at once. The last owner stays.",
  async run(args, terminal) {
    const [alias = '', email = ''] = readArguments(args, ['alias', 'email']).positionals
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id } = await tenantNamed(ctx, alias)
      return asOperator(async () => {
        const { id } = await memberByEmail(ctx, tenant_id, email)
        return removeMember(ctx, tenant_id, { staffId: id, callerRole: 'owner' })
      })
    })
    return { answer }
  },
}
