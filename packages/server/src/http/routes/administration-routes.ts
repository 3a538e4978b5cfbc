import { addDomain } from '@goodword/contract/endpoints/add-domain'
import { changeStaffRole } from '@goodword/contract/endpoints/change-staff-role'
import { checkDomain } from '@goodword/contract/endpoints/check-domain'
import { createApiKey } from '@goodword/contract/endpoints/create-api-key'
import { inviteStaff } from '@goodword/contract/endpoints/invite-staff'
import { listApiKeys } from '@goodword/contract/endpoints/list-api-keys'
import { listAuditEntries } from '@goodword/contract/endpoints/list-audit-entries'
import { listDomains } from '@goodword/contract/endpoints/list-domains'
import { listSigningKeys } from '@goodword/contract/endpoints/list-signing-keys'
import { listStaff } from '@goodword/contract/endpoints/list-staff'
import { listStaffInvitations } from '@goodword/contract/endpoints/list-staff-invitations'
import { listStaffMails } from '@goodword/contract/endpoints/list-staff-mails'
import { removeDomain } from '@goodword/contract/endpoints/remove-domain'
import { removeStaff } from '@goodword/contract/endpoints/remove-staff'
import { revokeApiKey } from '@goodword/contract/endpoints/revoke-api-key'
import { rollApiKey } from '@goodword/contract/endpoints/roll-api-key'
import { rollSigningKey } from '@goodword/contract/endpoints/roll-signing-key'
import { withdrawStaffInvitation } from '@goodword/contract/endpoints/withdraw-staff-invitation'
import { handleListAuditEntries } from '../handlers/audit/list-audit-entries.ts'
import { handleAddDomain } from '../handlers/domains/add-domain.ts'
import { handleCheckDomain } from '../handlers/domains/check-domain.ts'
import { handleListDomains } from '../handlers/domains/list-domains.ts'
import { handleRemoveDomain } from '../handlers/domains/remove-domain.ts'
import { handleCreateApiKey } from '../handlers/keys/create-api-key.ts'
import { handleListApiKeys } from '../handlers/keys/list-api-keys.ts'
import { handleListSigningKeys } from '../handlers/keys/list-signing-keys.ts'
import { handleRevokeApiKey } from '../handlers/keys/revoke-api-key.ts'
import { handleRollApiKey } from '../handlers/keys/roll-api-key.ts'
import { handleRollSigningKey } from '../handlers/keys/roll-signing-key.ts'
import { handleChangeStaffRole } from '../handlers/staff/change-staff-role.ts'
import { handleInviteStaff } from '../handlers/staff/invite-staff.ts'
import { handleListStaff } from '../handlers/staff/list-staff.ts'
import { handleListStaffInvitations } from '../handlers/staff/list-staff-invitations.ts'
import { handleListStaffMails } from '../handlers/staff/list-staff-mails.ts'
import { handleRemoveStaff } from '../handlers/staff/remove-staff.ts'
import { handleWithdrawStaffInvitation } from '../handlers/staff/withdraw-staff-invitation.ts'
import type { ServeEndpoint } from '../server/handler.ts'

/** The operations on keys, custom domains, the audit log and the team. */
export function administrationRoutes(serve: ServeEndpoint): void {
  serve(listApiKeys, handleListApiKeys)
  serve(createApiKey, handleCreateApiKey)
  serve(rollApiKey, handleRollApiKey)
  serve(revokeApiKey, handleRevokeApiKey)
  serve(listSigningKeys, handleListSigningKeys)
  serve(rollSigningKey, handleRollSigningKey)
  serve(listDomains, handleListDomains)
  serve(addDomain, handleAddDomain)
  serve(checkDomain, handleCheckDomain)
  serve(removeDomain, handleRemoveDomain)
  serve(listAuditEntries, handleListAuditEntries)
  serve(listStaff, handleListStaff)
  serve(changeStaffRole, handleChangeStaffRole)
  serve(removeStaff, handleRemoveStaff)
  serve(listStaffInvitations, handleListStaffInvitations)
  serve(inviteStaff, handleInviteStaff)
  serve(withdrawStaffInvitation, handleWithdrawStaffInvitation)
  serve(listStaffMails, handleListStaffMails)
}
