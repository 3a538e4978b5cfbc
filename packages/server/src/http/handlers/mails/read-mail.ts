import type { readMail as endpoint } from '@goodword/contract/endpoints/read-mail'
import { readMail } from '../../../operations/outbound/mails/read-mails.ts'
import { mailAnswer } from '../../answers/mail.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReadMail: Handler<typeof endpoint> = async (ctx, { tenant, params }) => {
  const { mail, from, to, content } = await readMail(ctx, tenant.tenantId, params.mailId)
  return { ...mailAnswer(mail), from, to, content }
}
