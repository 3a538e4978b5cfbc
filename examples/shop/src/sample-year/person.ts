export type Person = {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** A person of the lists, whose ID is made of the first name; with an address of a reserved domain. */
export function personOf(name: string): Person {
  return person(name, name.split(' ').slice(0, 1))
}

/** One of many people, whose ID is made of the whole name. */
export function personWithFullName(name: string): Person {
  return person(name, name.split(' '))
}

function person(name: string, idNames: readonly string[]): Person {
  const [firstName = '', ...others] = name.split(' ')
  const parts = idNames.map((it) =>
    it
      .normalize('NFD')
      .replace(/[^A-Za-z]/g, '')
      .toLowerCase(),
  )
  const email = `${parts.join('.')}@example.com`
  return { id: `cust_${parts.join('_')}`, firstName, lastName: others.join(' '), email }
}
