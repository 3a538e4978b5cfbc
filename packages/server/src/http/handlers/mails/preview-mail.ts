import type { previewMail as endpoint } from '@goodword/contract/endpoints/preview-mail'
import { previewMail } from '../../../operations/outbound/mails/preview-mail.ts'
import type { Handler } from '../../server/handler.ts'

export const handlePreviewMail: Handler<typeof endpoint> = (ctx, { tenant, body }) =>
  previewMail(ctx, tenant.tenantId, body)
