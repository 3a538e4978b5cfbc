import { Refusal } from '@goodword/contract/frame/refusal'
import type { Invitation } from '@goodword/contract/staff/staff'
import { type InvitationId, isUuid, type TenantId } from '@goodword/domain/values/ids'
import { audit } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { deleteInvitation, listOpenInvitations } from '../rows/invitations.ts'
import { changeTeam } from './change-team.ts'

/** The open invitations of a tenant's merchant, newest first. */
export function listInvitations(ctx: Context, tenantId: TenantId): Promise<readonly Invitation[]> {
  return listOpenInvitations(ctx.db, tenantId, ctx.clock.now())
}

/**
 * Deletes an open invitation, whose link then stops working.
 *
 * @throws Refusal INVITATION_NOT_FOUND
 */
export async function withdrawInvitation(
  ctx: Context,
  tenantId: TenantId,
  id: InvitationId,
): Promise<{ id: InvitationId }> {
  await changeTeam(ctx, tenantId, async (tx, merchantId) => {
    const email = isUuid(id) ? await deleteInvitation(tx, merchantId, id, ctx.clock.now()) : null
    if (email === null) {
      throw new Refusal(
        'INVITATION_NOT_FOUND',
        'There is no open invitation with this ID. Use an ID from GET staff-invitations.',
      )
    }
    await audit(tx, ctx, tenantId, 'staff.withdraw-invitation', { invitationId: id, email })
  })
  return { id }
}
