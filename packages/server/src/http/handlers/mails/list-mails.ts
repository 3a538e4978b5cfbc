import type { listMails } from '@goodword/contract/endpoints/list-mails'
import { readMailPage } from '../../../operations/outbound/mails/read-mails.ts'
import { listAnswer, listQuestion } from '../../answers/list.ts'
import { mailAnswer } from '../../answers/mail.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListMails: Handler<typeof listMails> = async (ctx, { tenant, query }) => {
  const { filter, page } = listQuestion(query)
  const found = await readMailPage(ctx, tenant.tenantId, filter, page)
  return { ...listAnswer(found), mails: found.rows.map(mailAnswer) }
}
