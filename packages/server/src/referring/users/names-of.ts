import { type PresentableNames, presentableNames } from '@goodword/domain/values/presentable-name'
import type { FullUserRow } from './rows/users.ts'

/** The names of a person as others may see them; none of an unknown person. */
export function namesOf(row: FullUserRow | null | undefined): PresentableNames {
  if (row == null) return { first: null, short: null }
  const { first_name: firstName, last_name: lastName } = row
  return presentableNames({ firstName, lastName, isConfirmed: row.confirmed })
}
