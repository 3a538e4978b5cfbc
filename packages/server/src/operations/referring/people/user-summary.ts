import type { UserSummary } from '@goodword/contract/user'
import type { PersonRow } from '../../../store/people/people.ts'
import { type PersonReading, personReading } from './person-reading.ts'

/** Who a user is; null for none. */
export function userSummary(row: PersonRow | undefined): UserSummary | null {
  return row === undefined ? null : summaryOf(personReading(row))
}

export function summaryOf({ id, accountId, email, firstName, lastName }: PersonReading): UserSummary {
  return { id, accountId, email, firstName, lastName }
}
