import { Refusal } from '@goodword/contract/refusal'
import type { InvitationWithLink } from '@goodword/contract/staff'
import type { InvitationId, TenantId } from '@goodword/domain/ids'
import type { StaffRole } from '@goodword/domain/staff-role'
import { findMerchantName } from '../../store/directory/directory.ts'
import { insertInvitation } from '../../store/staff/invitations.ts'
import { findMemberByEmail } from '../../store/staff/members.ts'
import type { Context } from '../context.ts'
import { audit } from '../tenants/audit.ts'
import { changeTeam } from './change-team.ts'
import { pageWithToken } from './one-time-links.ts'
import { makeToken } from './one-time-token.ts'
import { postLetter } from './staff-mails.ts'
import { requireOwnerFor } from './team-refusals.ts'

const OPEN_MS = 7 * 86_400_000

export type InvitationRequest = {
  readonly email: string
  readonly role: StaffRole
  /** Whether an owner or the operator does it, or a key, which may not make owners. */
  readonly isOwner: boolean
}

/**
 * Invites a person to the merchant's staff.
 *
 * @throws Refusal ALREADY_MEMBER, ALREADY_INVITED or INSUFFICIENT_SCOPE
 */
export async function invite(
  ctx: Context,
  tenantId: TenantId,
  { email: given, role, isOwner }: InvitationRequest,
): Promise<InvitationWithLink> {
  requireOwnerFor([role], isOwner)
  const email = given.toLowerCase()
  const { token, hash } = makeToken()
  const createdAt = ctx.clock.now()
  const expiresAt = createdAt + OPEN_MS
  const id = ctx.ids.make<InvitationId>(createdAt)
  const invitedBy = ctx.actor.name
  const { merchantId, merchant } = await changeTeam(ctx, tenantId, async (tx, merchantId) => {
    if ((await findMemberByEmail(tx, merchantId, email)) !== null) {
      throw new Refusal('ALREADY_MEMBER', 'A person with this "email" belongs to the staff already.', 'email')
    }
    const row = { id, merchantId, email, role, hash, invitedBy, createdAt, expiresAt }
    if (!(await insertInvitation(tx, row))) {
      throw new Refusal(
        'ALREADY_INVITED',
        'There is an open invitation for this "email". Withdraw it first to invite the person anew.',
        'email',
      )
    }
    await audit(tx, ctx, tenantId, 'staff.invite', { invitationId: id, email, role })
    return { merchantId, merchant: await findMerchantName(tx, tenantId) }
  })
  const link = pageWithToken(ctx, 'invitation', token)
  await postLetter(ctx, {
    merchantId,
    recipient: email,
    subject: `Invitation to the referral program of ${merchant}`,
    text: letterOf(merchant ?? '', role, link),
  })
  return {
    ...{ id, email, role, invitedBy, dateCreated: createdAt, dateExpires: expiresAt },
    link: ctx.mailServer === null ? link : null,
  }
}

function letterOf(merchant: string, role: StaffRole, link: string): string {
  return [
    'Hello,',
    '',
    `you are invited to the staff of ${merchant} in Goodword, with the role "${role}".`,
    '',
    'Open this link within seven days to accept:',
    '',
    link,
    '',
    'If you did not expect this e-mail, you can ignore it.',
    '',
  ].join('\n')
}
