import { ConfigError } from '../config.ts'
import { OperatorError } from '../operations/tenants/operator-error.ts'
import { EmbeddedDatabaseError } from '../platform/embedded-database/errors.ts'
import { SecretKeyError } from '../platform/secret-key.ts'
import { BackupError } from '../store/backup/backup-error.ts'
import { StartError } from './start-error.ts'

const explained = [BackupError, ConfigError, EmbeddedDatabaseError, OperatorError, SecretKeyError, StartError]

/** What to tell the operator of a failure; null for a defect of ours, whose stack is worth showing. */
export function explainFailure(error: unknown): string | null {
  if (explained.some((kind) => error instanceof kind) && error instanceof Error) return error.message
  const codes = codesOf(error)
  const address = codes.map((code) => addressReasons[code]).find((it) => it !== undefined)
  if (address !== undefined && isListening(error)) return `The service cannot listen: ${address}`
  const reason = codes.map((code) => databaseReasons[code]).find((it) => it !== undefined)
  if (reason !== undefined) return `The database cannot be used: ${reason}`
  return isDatabaseAway(error) ? `The database cannot be used: ${databaseReasons.ETIMEDOUT}` : null
}

const addressReasons: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'another program has the port. Stop it, or choose another port with PORT (PORT=0 takes any that is free).',
  EADDRNOTAVAIL:
    'HOST is no address of this machine. HOST=127.0.0.1 always is, HOST=0.0.0.0 means all of them.',
  EACCES: 'this user may not take that port. Choose one above 1023 with PORT.',
  ENOTFOUND:
    'HOST is no name of this machine. HOST=127.0.0.1 always works, HOST=0.0.0.0 means all addresses.',
  EAFNOSUPPORT: 'this machine has no such addresses as HOST names. HOST=127.0.0.1 always works.',
}

const UNKNOWN_AUTHORITY =
  'the TLS certificate of the server is not signed by an authority that is known here. Add sslrootcert=<file of the CA> to the address.'

/** By SQLSTATE, or by the code of the connection's failure. */
const databaseReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at the host and port of DATABASE_URL. Start it, or correct the address.',
  ECONNRESET: 'it closed the connection. Look at its log.',
  ENOENT: 'there is no socket where DATABASE_URL says. Start it, or correct the address.',
  ENOTFOUND: 'the host of DATABASE_URL is not known. Correct the address.',
  EAI_AGAIN: 'the host of DATABASE_URL cannot be looked up now. Check the network.',
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
  EPROTO: 'the TLS handshake failed. Check that the address is that of PostgreSQL.',
  ETIMEDOUT: 'it does not answer. Check the address in DATABASE_URL and the network.',
  '28P01': 'it refuses the user or password of DATABASE_URL or DATABASE_OWNER_URL.',
  '28000': 'it refuses the user of DATABASE_URL. Look at its pg_hba.conf.',
  '3D000': 'there is no database of the name in DATABASE_URL. Create it.',
  '42501':
    'its user may not do this. Migrations and most commands need the owner of the database: in DATABASE_OWNER_URL, or in DATABASE_URL.',
  '53100': 'its disk is full.',
  '53300': 'it has no connection left. Raise max_connections, or stop what holds them.',
  '55P03':
    'a table stays locked by a long transaction. Look for it in pg_stat_activity, end it or wait for it, and try again.',
  '57P03': 'it is starting up or shutting down. Try again in a moment.',
  '25006': 'it is read-only, a standby perhaps. Name the primary in DATABASE_URL.',
  XX001:
    'a part of it is damaged on its disk. Keep the backups that you have, and restore the newest one on another disk.',
}

function codesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return []
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  const parts = error instanceof AggregateError ? error.errors : []
  return [...own, ...parts.flatMap(codesOf), ...codesOf(error.cause)]
}

function isListening(error: unknown): boolean {
  const { syscall } = Object(error)
  return syscall === 'listen' || syscall === 'bind' || (syscall === 'getaddrinfo' && !isDatabaseAway(error))
}

function isDatabaseAway(error: unknown): boolean {
  return error instanceof Error && error.name === 'DatabaseUnavailable'
}
