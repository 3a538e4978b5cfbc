import type { PresentableName } from '@goodword/domain/values/presentable-name'
import type { Tables } from '../../engine/tables.generated.ts'
import { namesOf } from '../users/names-of.ts'
import type { FullUserRow } from '../users/rows/users.ts'

type Evidence = Pick<Tables['referral'], 'from_page' | 'converted_at' | 'unconfirmed_at'>

/**
 * The name of a friend as their referrer may see it. While only unsigned calls say that the friend came by the referrer's code,
 * there is none: anyone can name a code of their own for the ids of other people, and would read their names.
 */
export function friendNameOf(
  { from_page, converted_at, unconfirmed_at }: Evidence,
  friend: FullUserRow | null | undefined,
): PresentableName | null {
  const isConfirmed = !from_page || (converted_at !== null && unconfirmed_at === null)
  return isConfirmed ? namesOf(friend).short : null
}
