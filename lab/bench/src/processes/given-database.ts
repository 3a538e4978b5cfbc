import type { GivenDatabase } from './service-process.ts'

type Connection = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

/** A running server's database, for a service that is to work with it. */
export function givenDatabase(connection: Connection): GivenDatabase {
  const url = new URL(`postgresql://localhost/${connection.database}`)
  url.username = connection.user
  url.port = `${connection.port}`
  url.searchParams.set('host', connection.host)
  return { url: url.href, address: connection }
}
