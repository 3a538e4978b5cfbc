import { hkdfSync } from 'node:crypto'
import type { SecretKey } from './secret-key.ts'

/**
 * Every use of the secret key, each with a secret of its own (HKDF-SHA-256, RFC 5869): what is learned of one tells
 * nothing about another. A label never changes, because what was made with it would be lost.
 */
export const secretUses = {
  /** Encrypts what the database keeps sealed. */
  sealing: { label: 'goodword secret box', bytes: 32 },
  /** Stands in each sealed box, to tell which secret key opens it. */
  sealingKeyId: { label: 'goodword secret box key id', bytes: 4 },
  /** Identifies the secret key in the database and in backups. */
  keyMark: { label: 'goodword secret key mark', bytes: 8 },
  /** Tells one installation from another over HTTP. */
  instanceId: { label: 'goodword instance id', bytes: 8 },
  /** Password of the role that the service logs in to PostgreSQL as. */
  databasePassword: { label: 'goodword database password', bytes: 32 },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly bytes: number }>>

export type SecretUse = keyof typeof secretUses

export function deriveSecret(secretKey: SecretKey, use: SecretUse): Buffer {
  const { label, bytes } = secretUses[use]
  return Buffer.from(hkdfSync('sha256', secretKey, '', label, bytes))
}

/** Of the role that the service makes for itself; ASCII, as the login by SCRAM needs it without further rules. */
export function databasePassword(secretKey: SecretKey): string {
  return deriveSecret(secretKey, 'databasePassword').toString('base64url')
}

/** What an installation calls itself in answers to health checks; tells nothing about its secret key. */
export function instanceId(secretKey: SecretKey): string {
  return deriveSecret(secretKey, 'instanceId').toString('hex')
}
