import type { UserSummary } from '@goodword/client'
import { isErasedId } from '@goodword/domain/values/erased-id'

/** What a person is called: the name, else the e-mail address, else the merchant's ID. */
export function personName({ firstName, lastName, email, id }: Omit<UserSummary, 'accountId'>): string {
  const name = [firstName, lastName].filter((it) => it !== null && it !== '').join(' ')
  if (name !== '') return name
  return isErasedId(id) ? 'Erased person' : (email ?? id)
}

/** What an account is called: by its first user, else by the merchant's ID. */
export function accountName(accountId: string, user: Omit<UserSummary, 'accountId'> | null): string {
  if (user !== null) return personName(user)
  return isErasedId(accountId) ? 'Erased account' : accountId
}
