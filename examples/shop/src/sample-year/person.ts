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
  // The whole name keeps addresses that a visitor of the shop may enter, such as hana@example.com, free.
  const email = `${name.split(' ').map(plain).join('.')}@example.com`
  return { id: `cust_${idNames.map(plain).join('_')}`, firstName, lastName: others.join(' '), email }
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}
