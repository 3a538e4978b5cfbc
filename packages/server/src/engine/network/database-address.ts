import { accessSync, constants } from 'node:fs'
import { type Parser, secretAddress, webAddress } from '../foundation/setting.ts'
import { fileErrorCode } from '../secrets/private-file.ts'

const anyDatabaseAddress = secretAddress(
  ['postgres:', 'postgresql:'],
  'postgresql://user:password@host:5432/database',
)

/** Session settings in an address would override those of the service, whose role isolates tenants. */
export const databaseAddress: Parser<string> = (text) => {
  // libpq leaves the host out where the folder of a socket stands in the query.
  const parsed = anyDatabaseAddress(
    text.replace(/^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)\/(?=[^?]*[?](?:.*&)?host=)/, '$1localhost/'),
  )
  if ('problem' in parsed) return parsed
  const { searchParams } = new URL(parsed.value)
  const strange = ownSettings.find((name) => searchParams.has(name))
  if (strange !== undefined) {
    return { problem: `is invalid: the parameter ${strange} is set by the service itself` }
  }
  for (const name of fileSettings) {
    const file = searchParams.get(name)
    const code = file === null || file === '' ? null : readingFault(file)
    if (code !== null) return { problem: `has ${name}=${file}, which cannot be read (${code})` }
  }
  return parsed
}

const fileSettings = ['sslrootcert', 'sslcert', 'sslkey']

/** Why a file cannot be read, as the system calls it; null where it can. */
function readingFault(file: string): string | null {
  try {
    accessSync(file, constants.R_OK)
    return null
  } catch (error) {
    return fileErrorCode(error)
  }
}

const ownSettings = [
  'options',
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'query_timeout',
]

/** The address of a service that has a host of its own: its pages name each other by whole paths. */
export const hostAddress: Parser<string> = (text) => {
  const parsed = webAddress(text)
  if ('problem' in parsed) return parsed
  const { origin, pathname } = new URL(parsed.value)
  return pathname === '/'
    ? parsed
    : {
        problem: `has the path ${pathname}, and the service needs a host name of its own, such as https://refer.example.com: its pages would be looked for at ${origin}/portal. Give it a subdomain, and have the proxy pass all paths of that`,
      }
}
