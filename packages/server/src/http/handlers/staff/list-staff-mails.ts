import type { listStaffMails } from '@goodword/contract/endpoints/list-staff-mails'
import { listMails } from '../../../operations/administration/staff/staff-mails.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListStaffMails: Handler<typeof listStaffMails> = async (ctx, { tenant }) => ({
  mails: await listMails(ctx, tenant.tenantId),
})
