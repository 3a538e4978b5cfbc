import type { User } from '@goodword/contract/user'
import { idsCreated } from '../../../store/lists/id-range.ts'
import { walkPeople } from '../../../store/people-search.ts'
import { personReading } from '../../people/person-reading.ts'
import { userAnswer } from '../../people/user-answer.ts'
import { type ExportedKind, timeCell } from '../exported-kind.ts'

/** The first columns are those of an import. */
export const exportedUsers: ExportedKind<User> = {
  async read(ctx, tx, { from, to, position, limit }) {
    const range = idsCreated(from, to)
    const rows = await walkPeople(tx, { ...range, after: position ?? range.after }, limit)
    return rows.map((row) => ({
      position: row.id,
      answer: userAnswer(ctx, tx.tenantId, personReading(row)),
    }))
  },
  columns: {
    accountId: (it) => it.accountId,
    id: (it) => it.id,
    email: (it) => it.email,
    firstName: (it) => it.firstName,
    lastName: (it) => it.lastName,
    referralCode: (it) => it.referralCode,
    shareLink: (it) => it.shareLinks.direct,
    dateCreated: (it) => timeCell(it.dateCreated),
    dateBlocked: (it) => timeCell(it.dateBlocked),
  },
}
