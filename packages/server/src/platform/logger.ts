import pino, { type DestinationStream, type Logger } from 'pino'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * Writes one JSON object a line to standard output, without making anybody wait for it. What is written with `info` and
 * its sisters is searched for fields that hold secrets.
 */
export function createLogger(
  level: LogLevel,
  destination: DestinationStream = pino.destination({ fd: 1, sync: false }),
): Logger {
  return pino({ level, redact: { paths: secretPaths, censor: '[secret]' } }, destination)
}

const secretFields = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  'apiKey',
  'signingKey',
  'secretKey',
  'secret',
  'password',
  'token',
  'jwt',
  'databaseUrl',
  'connectionString',
  'smtpUrl',
  'metricsToken',
  'DATABASE_URL',
  'SECRET_KEY',
  'SMTP_URL',
  'METRICS_TOKEN',
  // The driver's errors quote whole rows here, names and e-mail addresses of people among them.
  'detail',
  'where',
]

/** The logger looks at a fixed depth, so each depth is named: a field, in an object, in an object of an object. */
const secretPaths = ['', '*', '*.*'].flatMap((path) =>
  secretFields.map((field) => (path === '' || field.startsWith('[') ? path + field : `${path}.${field}`)),
)
