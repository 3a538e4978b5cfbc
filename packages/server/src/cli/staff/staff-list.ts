import { listInvitations } from '../../administration/team/invitations.ts'
import { listTeam } from '../../administration/team/list-team.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const staffList: Command = {
  name: 'staff list',
  parameters: '<alias>',
  summary: "List the staff of a tenant's merchant, and open invitations.",
  async run(args, terminal) {
    const [alias = ''] = readArguments(args, ['alias']).positionals
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id } = await tenantNamed(ctx, alias)
      const [staff, invitations] = [await listTeam(ctx, tenant_id), await listInvitations(ctx, tenant_id)]
      return { staff, invitations }
    })
    return { answer }
  },
}
