import type { UserSummary } from '@goodword/client'
import { isErasedId } from '@goodword/domain/values/erased-id'

/** The displayed name of a person: the name, else the e-mail address, else the merchant's ID. */
export function personName({ firstName, lastName, email, id }: Omit<UserSummary, 'accountId'>): string {
  const name = [firstName, lastName].filter((it) => it !== null && it !== '').join(' ')
  if (name !== '') return name
  return isErasedId(id) ? 'Erased person' : (email ?? id)
}

/** The displayed name of an account: its first user's, else the merchant's ID. */
export function accountName(accountId: string, user: Omit<UserSummary, 'accountId'> | null): string {
  if (user !== null) return personName(user)
  return isErasedId(accountId) ? 'Erased account' : accountId
}
