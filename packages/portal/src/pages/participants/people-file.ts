import type { ListedUser } from '@goodword/client'
import { type Columns, timeCell } from '@goodword/domain/files/csv-record'

/** The list of people as a file: the names of an export, with the figures of the list. */
export const peopleFile: Columns<ListedUser> = {
  accountId: (it) => it.accountId,
  id: (it) => it.id,
  email: (it) => it.email,
  firstName: (it) => it.firstName,
  lastName: (it) => it.lastName,
  locale: (it) => it.locale,
  referralCode: (it) => it.referralCode,
  shareLink: (it) => it.shareLinks.direct,
  dateCreated: (it) => timeCell(it.dateCreated),
  dateBlocked: (it) => timeCell(it.dateBlocked),
  referralsInProgress: (it) => it.figures?.inProgress ?? null,
  referralsConverted: (it) => it.figures?.converted ?? null,
  rewards: (it) => it.figures?.rewards ?? null,
}
