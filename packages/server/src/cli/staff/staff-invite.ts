import { type StaffRole, staffRoles } from '@goodword/domain/staff/staff-role'
import { isStaffEmail } from '@goodword/domain/values/email'
import { invite } from '../../administration/team/invite.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { type Command, readArguments, UsageError } from '../command.ts'
import { inSession } from '../session.ts'
import { asOperator } from './as-operator.ts'

export const staffInvite: Command = {
  name: 'staff invite',
  parameters: '<alias> <email> [--role owner|admin|reviewer|analyst]',
  summary: "Invite a person to the staff of a tenant's merchant. Prints the link, valid for 7 days.",
  async run(args, terminal) {
    const { positionals, options } = readArguments(args, ['alias', 'email'], ['role'])
    const [alias = '', email = ''] = positionals
    const role = roleOf(options.role ?? 'owner')
    if (!isStaffEmail(email)) throw new UsageError(`${JSON.stringify(email)} is not an e-mail address.`)
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id } = await tenantNamed(ctx, alias)
      return asOperator(() => invite(ctx, tenant_id, { email, role, callerRole: 'owner' }))
    })
    return { answer }
  },
}

function roleOf(text: string): StaffRole {
  const role = staffRoles.find((it) => it === text)
  if (role === undefined) throw new UsageError(`--role takes ${staffRoles.join(', ')}.`)
  return role
}
