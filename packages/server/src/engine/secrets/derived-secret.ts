import { hkdfSync } from 'node:crypto'
import type { TenantId } from '@goodword/domain/values/ids'
import type { SecretKey } from './secret-key.ts'

/**
 * The effect of a rotation of the secret key on a use of it:
 * `encrypt again`: the rotation encrypts stored values under the new key;
 * `accept all`: made with the current key, and accepted if made with any that the process was given;
 * `change`: made with the current key, and nothing made with an earlier one has to be recognized;
 * `until replaced`: an earlier key counts for each merchant until a notification arrives at the new URL;
 * `keep`: follows from the first key for ever, which the database holds encrypted.
 */
export type RotationRule = 'encrypt again' | 'accept all' | 'change' | 'until replaced' | 'keep'

/**
 * Derives a separate secret for each use of the secret key (HKDF-SHA-256, RFC 5869): a leak of one reveals
 * nothing about another. A label never changes, because data created with it would be lost.
 */
export const secretUses = {
  /** The key for encrypted values in the database. */
  sealing: { label: 'goodword secret box', bytes: 32, rotation: 'encrypt again' },
  /** The key ID in each sealed box, which identifies its secret key. */
  sealingKeyId: { label: 'goodword secret box key id', bytes: 4, rotation: 'encrypt again' },
  /** Identifies the secret key in the database and in backups. */
  keyMark: { label: 'goodword secret key mark', bytes: 8, rotation: 'change' },
  /** Identifies an installation over HTTP. */
  instanceId: { label: 'goodword instance id', bytes: 8, rotation: 'accept all' },
  /** Password of the role that the service logs in to PostgreSQL as. */
  databasePassword: { label: 'goodword database password', bytes: 32, rotation: 'accept all' },
  /** The token in the URL at which a tenant receives notifications of its payment processor. */
  hookToken: { label: 'goodword hook token', bytes: 32, rotation: 'until replaced' },
  /** The key of the hashes by which erased people are recognized. */
  erasedMark: { label: 'goodword erased mark', bytes: 32, rotation: 'keep' },
  /** The key of the hashes that fraud rules compare. */
  evidence: { label: 'goodword evidence', bytes: 32, rotation: 'keep' },
  /** The key of the HMAC that turns a stored salt of the day into the one that clicks are hashed with. */
  clickSalt: { label: 'goodword click salt', bytes: 32, rotation: 'keep' },
  /** Signs the URLs at which exports can be downloaded. */
  exportUrl: { label: 'goodword export url', bytes: 32, rotation: 'accept all' },
  /** The private key (X25519) of the identity that backups are encrypted for. */
  backup: { label: 'goodword backup', bytes: 32, rotation: 'accept all' },
  /** The key of the hashes by which log lines of refused requests are found. */
  loggedHash: { label: 'goodword logged hash', bytes: 32, rotation: 'accept all' },
  /** Encrypts the secrets of second factors of staff, and signs their cookies, which end with the key. */
  staff: { label: 'goodword staff', bytes: 32, rotation: 'encrypt again' },
} as const satisfies Readonly<Record<string, SecretUseRules>>

type SecretUseRules = { readonly label: string; readonly bytes: number; readonly rotation: RotationRule }

export type SecretUse = keyof typeof secretUses

export function deriveSecret(secretKey: SecretKey, use: SecretUse): Buffer {
  const { label, bytes } = secretUses[use]
  return Buffer.from(hkdfSync('sha256', secretKey, '', label, bytes))
}

/** A tenant's own token for its notification URL: it need not be stored, and changes with the secret key alone. */
export function hookToken(secretKey: SecretKey, tenantId: TenantId): string {
  const { label, bytes } = secretUses.hookToken
  // An alias has no blanks, so that no two tenants share a label.
  return Buffer.from(hkdfSync('sha256', secretKey, '', `${label} ${tenantId}`, bytes)).toString('base64url')
}

/** The key of a tenant's marks of erased data. */
export function erasedMarkKey(secretKey: SecretKey, tenantId: TenantId): Buffer {
  const { label, bytes } = secretUses.erasedMark
  return Buffer.from(hkdfSync('sha256', secretKey, '', `${label} ${tenantId}`, bytes))
}

/** The key of the hashes in log lines about a tenant. The alias is that of a path, so there may be no such tenant. */
export function loggedHashKey(secretKey: SecretKey, tenantAlias: string): Buffer {
  const { label, bytes } = secretUses.loggedHash
  return Buffer.from(hkdfSync('sha256', secretKey, '', `${label} ${tenantAlias}`, bytes))
}

/**
 * The password of the role that the service creates for itself; ASCII, as the login by SCRAM needs it without further
 * rules.
 */
export function databasePassword(secretKey: SecretKey): string {
  return deriveSecret(secretKey, 'databasePassword').toString('base64url')
}

/** The ID of an installation in health checks; reveals nothing about its secret key. */
export function instanceId(secretKey: SecretKey): string {
  return deriveSecret(secretKey, 'instanceId').toString('hex')
}
