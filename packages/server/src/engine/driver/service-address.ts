import type { DatabaseAddress, ServiceAddress } from './database.ts'

export type Login = { readonly user: string; readonly password: string }

/** The address of the database with another login. */
export function serviceAddress(owner: DatabaseAddress, { user, password }: Login): ServiceAddress {
  if ('host' in owner) return branded({ ...owner, user, password })
  const url = new URL(owner.connectionString)
  // Parameters take precedence over the part before the host, and an address without a host has no such part.
  url.searchParams.set('user', user)
  url.searchParams.set('password', password)
  return branded({ ...owner, connectionString: url.href })
}

/** An address that the operator gives the service: its rights are checked at the start. */
export function givenServiceAddress(connectionString: string): ServiceAddress {
  return branded({ connectionString })
}

/** The address of a database that is known to be distributed, or known not to be. */
export function withDistribution(address: ServiceAddress, isDistributed: boolean): ServiceAddress {
  return branded({ ...address, isDistributed })
}

/** The address with passwords that are tried in their order when one is refused. They are asked for at each login. */
export function withPasswords(address: ServiceAddress, passwords: () => readonly string[]): ServiceAddress {
  return branded({ ...address, passwords })
}

function branded(address: DatabaseAddress): ServiceAddress {
  return address as ServiceAddress
}
