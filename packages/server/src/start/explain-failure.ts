import { Refusal } from '@goodword/contract/frame/refusal'
import { ConfigError } from '../config.ts'
import { BackupError } from '../engine/backup/backup-error.ts'
import { unreachableNode } from '../engine/cluster/unreachable-node.ts'
import { EmbeddedDatabaseError } from '../engine/embedded-database/errors.ts'
import { SecretKeyError } from '../engine/secrets/secret-key.ts'
import { OperatorError } from '../frame/tenants/operator-error.ts'
import { isPoolerBetween, POOLER_BETWEEN } from './pooler/pooler-between.ts'
import { StartError } from './start-error.ts'

const explained = [
  BackupError,
  ConfigError,
  EmbeddedDatabaseError,
  OperatorError,
  Refusal,
  SecretKeyError,
  StartError,
]

/** The message for the operator about a failure; null for a defect, whose stack is shown. */
export function explainFailure(error: unknown): string | null {
  if (explained.some((kind) => error instanceof kind) && error instanceof Error) return error.message
  const node = unreachableNode(error)
  if (node !== null) return `The database cannot be used: ${unreachable(node)}`
  if (isPoolerBetween(error)) return `The database cannot be used: ${POOLER_BETWEEN}`
  const codes = codesOf(error)
  const address = codes.map((code) => addressReasons[code]).find((it) => it !== undefined)
  if (address !== undefined && isListening(error)) return `The service cannot listen: ${address}`
  const reason = codes.map((code) => databaseReasons[code]).find((it) => it !== undefined)
  if (reason !== undefined)
    return `The database cannot be used: ${isUnencrypted(error) ? NOT_ENCRYPTED : reason}`
  return isDatabaseUnavailable(error) ? `The database cannot be used: ${databaseReasons.ETIMEDOUT}` : null
}

/** The message about an unreachable node of a cluster: the addresses that this process was given are right. */
function unreachable(node: string): string {
  return `the node ${node} of the cluster is unreachable from another node. Start its PostgreSQL, or check the network between the nodes; "doctor" lists the unreachable nodes.`
}

const addressReasons: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'the port is already in use. Stop the other program, or set PORT to another port (PORT=0 uses any free port).',
  EADDRNOTAVAIL:
    'HOST is not an address of this machine. Use HOST=127.0.0.1 for local connections only, or HOST=0.0.0.0 for all addresses.',
  EACCES: 'this user may not use that port. Set PORT to a port above 1023.',
  ENOTFOUND:
    'HOST is not a name of this machine. Use HOST=127.0.0.1 for local connections only, or HOST=0.0.0.0 for all addresses.',
  EAFNOSUPPORT:
    'this machine does not support the address family of HOST. Use HOST=127.0.0.1 for local connections only.',
}

const UNKNOWN_AUTHORITY =
  'the TLS certificate of the server is not signed by a known CA. Add sslrootcert=<file of the CA> to the address, as the provider of the database gives it; sslmode=no-verify encrypts without looking at the certificate.'

const NOT_ENCRYPTED =
  'the server takes encrypted connections alone. Add sslmode=verify-full to the address, and sslrootcert=<file of the CA> where its CA is not a public one.'

/** Reasons by SQLSTATE, or by the code of the connection's failure. */
const databaseReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED:
    'connection refused at the host and port of DATABASE_URL. Start PostgreSQL, or correct DATABASE_URL.',
  ECONNRESET: 'the server closed the connection. Check its log.',
  ENOENT: 'the socket in DATABASE_URL does not exist. Start PostgreSQL, or correct DATABASE_URL.',
  ENOTFOUND: 'the host name in DATABASE_URL does not exist. Correct DATABASE_URL.',
  EAI_AGAIN: 'the host name in DATABASE_URL cannot be resolved. Check the network.',
  EHOSTUNREACH: 'the host of DATABASE_URL cannot be reached. Check the network.',
  ENETUNREACH: 'the host of DATABASE_URL cannot be reached. Check the network.',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: 'the TLS certificate of the server has expired. Renew it.',
  CERT_NOT_YET_VALID: 'the TLS certificate of the server is not valid yet. Check the clocks.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the TLS certificate of the server is for another host name. Use the name in the certificate.',
  EPROTO: 'the TLS handshake failed. Check that DATABASE_URL points to PostgreSQL.',
  ETIMEDOUT: 'the connection timed out. Check DATABASE_URL and the network.',
  '28P01': 'the user or password in DATABASE_URL or DATABASE_OWNER_URL is wrong.',
  '28000': 'the server rejects the user in DATABASE_URL. Check its pg_hba.conf.',
  '3D000': 'the database named in DATABASE_URL does not exist. Create it.',
  '42501':
    'permission denied. Migrations and most commands need the owner of the database in DATABASE_OWNER_URL or DATABASE_URL.',
  '53100': 'the disk of the database is full.',
  '53300': 'too many connections. Raise max_connections, or close other connections.',
  '55P03':
    'a table is locked by a long transaction. Find it in pg_stat_activity, end it or wait for it, and try again.',
  '57014':
    'a statement took longer than statement_timeout. Find what it waits for in pg_stat_activity, and try again.',
  '57P03': 'the server is starting up or shutting down. Try again in a moment.',
  '25006': 'the server is read-only, perhaps a standby. Set DATABASE_URL to the primary.',
  XX001:
    'a part of the database is damaged on disk. Keep your backups, and restore the newest one on another disk.',
}

function codesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return []
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  const parts = error instanceof AggregateError ? error.errors : []
  return [...own, ...parts.flatMap(codesOf), ...codesOf(error.cause)]
}

/** PostgreSQL has one code for each entry of `pg_hba.conf` that is missing, and says in words that the connection is in clear. */
function isUnencrypted(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /no (?:encryption|SSL encryption)|SSL off/i.test(error.message) || isUnencrypted(error.cause)
}

function isListening(error: unknown): boolean {
  const { syscall } = Object(error)
  return (
    syscall === 'listen' || syscall === 'bind' || (syscall === 'getaddrinfo' && !isDatabaseUnavailable(error))
  )
}

function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof Error && error.name === 'DatabaseUnavailable'
}
