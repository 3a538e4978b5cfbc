import type { User } from '@goodword/client'

type Person = Pick<User, 'firstName' | 'lastName' | 'email' | 'id'>

/** What a person is called: the name, else the e-mail address, else the merchant's ID. */
export function personName({ firstName, lastName, email, id }: Person): string {
  const name = [firstName, lastName].filter((it) => it !== null && it !== '').join(' ')
  return name === '' ? (email ?? id) : name
}
