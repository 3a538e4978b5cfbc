import { listedMailKinds, mailStates } from '@goodword/domain/outbound/mail'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import { joinByKey, leftJoinByKey } from '../../../engine/driver/by-key.ts'
import { columnList } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import { type FilterOf, list } from '../../../engine/lists/list.ts'
import { ofAccount, oneOf } from '../../../engine/lists/list-filters.ts'
import { type Page, type PageRequest, readPage } from '../../../engine/lists/list-page.ts'
import type { MailRow } from './mails.ts'

/** An e-mail with the merchant's IDs of its recipient. */
export type ListedMailRow = MailRow & { account: AccountId | null; user_external_id: UserId | null }

const mailList = list({
  name: 'mail.list',
  select: `${columnList('m', 'mail')}, a.external_id as account, p.external_id as user_external_id`,
  table: 'mail',
  alias: 'm',
  joins: `${leftJoinByKey('account a', 'id', 'm.account_id')}
${leftJoinByKey('account_user p', 'id', 'm.user_id')}`,
  filters: {
    accountId: ofAccount({ column: 'm.account_id', isById: true }),
    state: oneOf(mailStates, 'm.state', { isById: true }),
    kind: oneOf(listedMailKinds, 'm.kind'),
  },
})

export type MailFilter = FilterOf<typeof mailList>

export function listMails(
  tx: TenantTx,
  filter: MailFilter,
  now: number,
  request: PageRequest,
): Promise<Page<ListedMailRow>> {
  return readPage(tx, mailList, filter, now, request)
}

const byIds = statement(
  'mail.find',
  `
select ${mailList.select}
from unnest($2::uuid[]) as asked(id)
${joinByKey('mail m', 'id', 'asked.id')}
${mailList.joins}`,
)

export async function findMail(tx: TenantTx, id: string): Promise<ListedMailRow | null> {
  const [row] = await tx.rows<ListedMailRow>(byIds, [[id]])
  return row ?? null
}
