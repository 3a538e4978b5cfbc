import { createHmac } from 'node:crypto'

/** Makes a JSON Web Token as a merchant's server does, by HS256 unless told. */
export function signToken(
  signingKey: string,
  claims: unknown,
  header: Readonly<Record<string, unknown>> = { alg: 'HS256', typ: 'JWT' },
): string {
  const message = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${message}.${createHmac('sha256', signingKey).update(message).digest('base64url')}`
}

/** Makes a checksum over the values given, which are in the order of their names. */
export function signValues(signingKey: string, ...values: readonly string[]): string {
  return createHmac('sha256', signingKey).update(values.join('')).digest('base64')
}
