import type { AccountId, UserId } from '@goodword/domain/values/ids'
import { leftJoinByKey } from '../../engine/driver/by-key.ts'
import { columnList } from '../../engine/driver/rows.ts'
import { walkOf } from '../../engine/lists/list-walk.ts'
import type { EventRow } from '../../outbound/events/rows/account-events.ts'

/** An event with the merchant's IDs of its account and user. */
export type ExportedEventRow = EventRow & { account: AccountId | null; user_external_id: UserId | null }

/** All events, oldest first. */
export const walkEvents = walkOf<ExportedEventRow>({
  name: 'event',
  select: `${columnList('e', 'event')}, a.external_id as account, p.external_id as user_external_id`,
  table: 'event',
  alias: 'e',
  joins: `${leftJoinByKey('account a', 'id', 'e.account_id')}
${leftJoinByKey('account_user p', 'id', 'e.user_id')}`,
})
