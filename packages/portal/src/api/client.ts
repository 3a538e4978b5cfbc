import { type Client, createClient } from '@goodword/client'

/** An operation of the API, by its name in the reference. */
export type OperationName = keyof Client
export type InputOf<Name extends OperationName> = Parameters<Client[Name]>[0]
export type AnswerOf<Name extends OperationName> = Awaited<ReturnType<Client[Name]>>

const clients = new Map<string, Client>()

/** Calls an operation for one program and mode, as the staff who are signed in. */
export function callOperation<Name extends OperationName>(
  tenantAlias: string,
  name: Name,
  input: InputOf<Name>,
): Promise<AnswerOf<Name>> {
  // A method takes the input of its own name; the compiler does not keep the two together.
  const method = clientFor(tenantAlias)[name] as (input: InputOf<Name>) => Promise<AnswerOf<Name>>
  return method(input)
}

function clientFor(tenantAlias: string): Client {
  const known = clients.get(tenantAlias)
  if (known !== undefined) return known
  const client = createClient({ baseUrl: location.origin, tenantAlias, session: true, retries: 2 })
  clients.set(tenantAlias, client)
  return client
}
