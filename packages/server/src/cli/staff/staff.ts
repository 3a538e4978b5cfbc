import { Refusal } from '@goodword/contract/frame/refusal'
import { type StaffRole, staffRoles } from '@goodword/domain/staff/staff-role'
import { isStaffEmail } from '@goodword/domain/values/email'
import { resetLink } from '../../administration/sign-in/reset-link.ts'
import { listInvitations } from '../../administration/team/invitations.ts'
import { invite } from '../../administration/team/invite.ts'
import { listTeam, memberByEmail } from '../../administration/team/list-team.ts'
import { removeMember } from '../../administration/team/remove-member.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { type Command, readArguments, UsageError } from '../command.ts'
import { inSession } from '../session.ts'

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

export const staffReset: Command = {
  name: 'staff reset',
  parameters: '<email> [--second-factor]',
  summary:
    'Print a one-time link, valid for an hour, by which a person sets a new password. --second-factor also removes their authenticator app and passkeys.',
  async run(args, terminal) {
    const { positionals, flags } = readArguments(args, ['email'], [], ['second-factor'])
    const [email = ''] = positionals
    return { answer: await inSession(terminal, (ctx) => resetLink(ctx, email, flags['second-factor'])) }
  },
}

/** Runs an operation that the API has too; its refusal is an error of the command. */
async function asOperator<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refusal ? new OperatorError(error.message) : error
  }
}
