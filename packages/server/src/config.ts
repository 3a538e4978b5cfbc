import { isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isStaffEmail } from '@goodword/domain/values/email'
import { type BackupSettings, readBackupSettings } from './engine/backups/backup-settings.ts'
import {
  hostName,
  hostPatterns,
  nameServerAddresses,
  networks,
  oneOf,
  onOrOff,
  type Parser,
  portNumber,
  secretToken,
  wholeNumber,
} from './engine/foundation/setting.ts'
import { type LogLevel, logLevels } from './engine/logging/logger.ts'
import { smtpAddress } from './engine/mail-server/smtp-address.ts'
import { databaseAddress, hostAddress } from './engine/network/database-address.ts'
import { type SecretKey, secretKeyRule } from './engine/secrets/secret-key.ts'
import { secretKeyText, secretKeyTexts } from './engine/secrets/secret-key-setting.ts'
import type { OperationLimits } from './engine/signals/operation-limits.ts'
import { readTracingSettings, type TracingSettings } from './engine/tracing/tracing-settings.ts'

/** The settings of the operator, read once at the start. */
export type Config = {
  /** 0 is any free port. */
  readonly port: number
  readonly host: string
  /** Where the service is reached from outside; null for the address it listens on. */
  readonly baseUrl: string | null
  /** Further hosts of the operator's, which no tenant can claim; `*.` stands for all names below one. */
  readonly hosts: readonly string[]
  /** The name servers to ask instead of those of the machine; none for these. */
  readonly nameServers: readonly string[]
  readonly dataDir: string
  readonly storage: Storage
  readonly logLevel: LogLevel
  /** Null for any number. */
  readonly rateLimits: RateLimits | null
  /** How many files of a merchant are received at a time. */
  readonly uploadsOfMerchant: number
  readonly connections: ConnectionLimits
  readonly operationLimits: OperationLimits
  readonly process: ProcessRole
  readonly trustedProxies: readonly string[]
  readonly metricsToken: string | null
  /** Whether outgoing calls may reach this machine and its network. */
  readonly allowLocalTargets: boolean
  /** The address of the mail server; null for none. */
  readonly smtpUrl: string | null
  /** The sender of e-mails to staff; null for an address at the host of the service. */
  readonly mailFrom: string | null
  /** Single sign-on of staff; null for none. */
  readonly sso: SsoSettings | null
  /** How often all discounts of the next month's bills are compared with the payment processor. */
  readonly discountSweepHours: number
  /** How many e-mails a process sends in a second. */
  readonly smtpRateLimit: number
  readonly backups: BackupSettings
  /** Null where no traces are exported. */
  readonly tracing: TracingSettings | null
  /** `empty` is the demo merchant without a year of sample data. */
  readonly demo: 'on' | 'empty' | 'off'
  /** The port of the demo's shop; 0 is any free port. */
  readonly shopPort: number
  /** The port of the demo's local payment gateway; 0 is any free port. */
  readonly sandboxPort: number
}

/** The secret key belongs to the operator when the database does: no data directory is kept then. */
export type Storage = {
  /** The keys from before a rotation. */
  readonly previousSecretKeys: readonly SecretKey[]
} & (
  | { readonly kind: 'embedded'; readonly secretKey: SecretKey | null }
  | {
      readonly kind: 'external'
      readonly databaseUrl: string
      /** The address for the user that owns the schema; null when that is the user of `databaseUrl`, or is not known here. */
      readonly ownerUrl: string | null
      readonly secretKey: SecretKey
    }
)

/** Requests per second, of a live tenant, of a test tenant and of one address in browsers; its clicks per minute. */
export type RateLimits = {
  readonly live: number
  readonly test: number
  readonly browser: number
  readonly clicksPerMinute: number
  readonly signInsPerMinute: number
  readonly bodyKibPerSecond: number
}

/** How many connections may be open at once, in all and of one address. */
type ConnectionLimits = { readonly ofProcess: number; readonly ofAddress: number }

export type ProcessRole = 'all' | 'web' | 'worker'

export type Environment = Readonly<Record<string, string | undefined>>

/** The faults of the environment: one line for each variable, without the values of secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const GIB = 1024 ** 3

const DEFAULT_DATA_DIR = fileURLToPath(new URL('../../../.data', import.meta.url))

/**
 * Reads the environment. Every variable may be absent; an empty one is as good as absent.
 *
 * @throws ConfigError with every fault at once
 */
export function readConfig(env: Environment): Config {
  const faults: string[] = []

  function read<Value, Absent>(name: string, parse: Parser<Value>, absent: Absent): Value | Absent {
    const text = env[name]?.trim() ?? ''
    if (text === '') return absent
    const parsed = parse(text)
    if ('value' in parsed) return parsed.value
    faults.push(`${name} ${parsed.problem}.`)
    return absent
  }

  const databaseUrl = read('DATABASE_URL', databaseAddress, null)
  const ownerUrl = read('DATABASE_OWNER_URL', databaseAddress, null)
  const secretKey = read('SECRET_KEY', secretKeyText, null)
  const previousSecretKeys = read('SECRET_KEY_PREVIOUS', secretKeyTexts, [])
  const rates = {
    live: read('RATE_LIMIT_LIVE', requestsPerSecond, 1000),
    test: read('RATE_LIMIT_TEST', requestsPerSecond, 200),
    browser: read('RATE_LIMIT_BROWSER', requestsPerSecond, 10),
    clicksPerMinute: read('RATE_LIMIT_CLICKS', clicksPerMinute, 60),
    signInsPerMinute: read('RATE_LIMIT_SIGN_IN', wholeNumber(1, 1000), 5),
    bodyKibPerSecond: read('RATE_LIMIT_BODIES', wholeNumber(256, 1_000_000), 1024),
  }
  const hasRateLimits = read('RATE_LIMITS', onOrOff, true)
  const maxConnections = read('CONNECTION_LIMIT', wholeNumber(10, 1_000_000), 10_000)
  const [maxOfAddress, linksOfClient] = hasRateLimits ? [512, 20] : [maxConnections, 1_000_000]
  const port = read('PORT', portNumber, 4000)
  const config: Config = {
    port,
    host: read('HOST', hostName, '127.0.0.1'),
    baseUrl: read('BASE_URL', hostAddress, null),
    hosts: read('HOSTS', hostPatterns, []),
    nameServers: read('NAME_SERVERS', nameServerAddresses, []),
    dataDir: read('DATA_DIR', folder, DEFAULT_DATA_DIR),
    storage:
      databaseUrl !== null && secretKey !== null
        ? { kind: 'external', databaseUrl, ownerUrl, secretKey, previousSecretKeys }
        : { kind: 'embedded', secretKey, previousSecretKeys },
    logLevel: read('LOG_LEVEL', oneOf(...logLevels), 'info'),
    rateLimits: hasRateLimits ? rates : null,
    uploadsOfMerchant: read('RATE_LIMIT_UPLOADS', wholeNumber(1, 32), 2),
    connections: {
      ofProcess: maxConnections,
      ofAddress: read('CONNECTION_LIMIT_ADDRESS', wholeNumber(1, 1_000_000), maxOfAddress),
    },
    operationLimits: {
      lettersToRecipient: read('RATE_LIMIT_RECIPIENT', wholeNumber(1, 10_000), 5),
      lettersOfMerchant: read('RATE_LIMIT_LETTERS', wholeNumber(1, 100_000), 60),
      pageLinksToAddress: read('RATE_LIMIT_PAGE_ADDRESS', wholeNumber(1, 10_000), 5),
      pageLinksToStrangers: read('RATE_LIMIT_PAGE_STRANGERS', wholeNumber(1, 1_000_000), 60),
      pageLinksFromClient: read('RATE_LIMIT_PAGE_CLIENT', wholeNumber(1, 1_000_000), linksOfClient),
      fileBytesOfTenant: read('FILE_LIMIT_GIB', wholeNumber(1, 100_000), 20) * GIB,
      minFreeDiskPercent: read('MIN_FREE_DISK', wholeNumber(0, 90), 10),
    },
    process: read('PROCESS', oneOf('all', 'web', 'worker'), 'all'),
    trustedProxies: read('TRUSTED_PROXIES', networks, []),
    metricsToken: read('METRICS_TOKEN', secretToken, null),
    allowLocalTargets: read('ALLOW_LOCAL_TARGETS', onOrOff, false),
    discountSweepHours: read('DISCOUNT_SWEEP_HOURS', wholeNumber(1, 168), 24),
    smtpUrl: read('SMTP_URL', smtpAddress, null),
    smtpRateLimit: read('SMTP_RATE_LIMIT', wholeNumber(1, 1000), 10),
    mailFrom: read('MAIL_FROM', mailAddress, null),
    sso: ssoOf({
      issuer: read('OIDC_ISSUER', issuerAddress, null),
      clientId: read('OIDC_CLIENT_ID', anyText, null),
      clientSecret: read('OIDC_CLIENT_SECRET', anyText, null),
      name: read('OIDC_NAME', anyText, 'single sign-on'),
    }),
    backups: readBackupSettings(read),
    tracing: readTracingSettings(env, faults),
    demo: read('DEMO', oneOf('on', 'empty', 'off'), 'on'),
    // With any free port for the service, these take any free port too.
    sandboxPort: read('SANDBOX_PORT', portNumber, port === 0 ? 0 : 3001),
    shopPort: read('SHOP_PORT', portNumber, port === 0 ? 0 : 4100),
  }
  if (isSet(env, 'DATABASE_URL') && !isSet(env, 'SECRET_KEY')) {
    faults.push(`SECRET_KEY is required together with DATABASE_URL: ${secretKeyRule}.`)
  }
  if (isSet(env, 'DATABASE_OWNER_URL') && !isSet(env, 'DATABASE_URL')) {
    faults.push('DATABASE_OWNER_URL requires DATABASE_URL, which the service connects to.')
  }
  if (config.process !== 'all' && !isSet(env, 'DATABASE_URL')) {
    faults.push(
      `PROCESS=${config.process} requires DATABASE_URL: the embedded database supports one process.`,
    )
  }
  const oidc = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']
  const missing = oidc.filter((name) => !isSet(env, name))
  if (missing.length > 0 && missing.length < oidc.length) {
    faults.push(`${missing.join(' and ')} must be set too: single sign-on needs ${oidc.join(', ')}.`)
  }
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return config
}

/** Where a browser or a curl on this machine reaches the service. */
export function baseUrlOf({ baseUrl, host }: Config, port: number): string {
  if (baseUrl !== null) return baseUrl
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

type SsoSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
}

function ssoOf(read: { readonly [Name in keyof SsoSettings]: string | null }): SsoSettings | null {
  const { issuer, clientId, clientSecret, name } = read
  if (issuer === null || clientId === null || clientSecret === null || name === null) return null
  return { issuer, clientId, clientSecret, name }
}

const anyText: Parser<string> = (text) => ({ value: text })

const mailAddress: Parser<string> = (text) =>
  isStaffEmail(text) ? { value: text } : { problem: 'is not an e-mail address such as noreply@example.com' }

/** An OpenID provider on another machine sends secrets, so it must be encrypted. */
const issuerAddress: Parser<string> = (text) => {
  const url = URL.parse(text)
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return { value: text }
  return { problem: 'is not the https address of an OpenID provider, such as https://login.example.com' }
}

const requestsPerSecond = wholeNumber(1, 1_000_000)
const clicksPerMinute = wholeNumber(1, 60_000_000)

const folder: Parser<string> = (text) =>
  text.includes('\0') ? { problem: 'is not the path of a folder' } : { value: resolve(text) }

function isSet(env: Environment, name: string): boolean {
  return (env[name]?.trim() ?? '') !== ''
}
