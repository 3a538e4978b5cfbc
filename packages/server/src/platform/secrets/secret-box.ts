import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { TenantId } from '@goodword/domain/ids'
import { deriveSecret, erasedMarkKey, hookToken, secretUses } from './derived-secret.ts'
import { type HashLogged, loggedHash } from './logged-hash.ts'
import type { SecretKey } from './secret-key.ts'

/** What a secret belongs to. It opens under the same words alone: a box moved to another row stays shut. */
export type SecretContext = {
  readonly tenantId: TenantId
  readonly purpose:
    | 'signing-key'
    | 'processor-private-key'
    | 'kept-answer'
    | 'erasure'
    | 'webhook-secret'
    | 'staff-mail'
  /** The id of the row that holds the box. */
  readonly recordId: string
}

/** Encrypts texts for the database (AES-256-GCM). */
export type SecretBox = {
  readonly seal: (secret: string, context: SecretContext) => Buffer
  /** @throws SecretBoxError when the box was sealed under another key or for something else, or was changed */
  readonly open: (box: Uint8Array, context: SecretContext) => string
  /** The token in the URL at which a tenant receives notifications: derived from the secret key, so stored nowhere. */
  readonly hookToken: (tenantId: TenantId) => string
  /** A keyed hash (HMAC-SHA-256) of what is erased of a tenant, to recognize it when it is sent again. */
  readonly erasedMark: (tenantId: TenantId, kind: string, parts: readonly string[]) => string
  /** The signature in the URL of a file, which is valid until a time. */
  readonly fileSignature: (tenantId: TenantId, file: readonly string[], expiresAt: number) => string
  /** A keyed hash for log lines, by which those about an account or a code are found. */
  readonly loggedHash: HashLogged
  /** What the authentication library signs cookies and encrypts second factors with. */
  readonly staffSecret: string
}

export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError'
}

// A box is: version, id of the key (4 bytes), nonce (12), ciphertext, tag (16).
const VERSION = 1
const KEY_ID_BYTES = secretUses.sealingKeyId.bytes
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = 1 + KEY_ID_BYTES + NONCE_BYTES

export function createSecretBox(secretKey: SecretKey): SecretBox {
  const key = deriveSecret(secretKey, 'sealing')
  const keyId = deriveSecret(secretKey, 'sealingKeyId')
  const exportKey = deriveSecret(secretKey, 'exportUrl')
  return {
    seal(secret, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(associated(context, keyId))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), keyId, nonce, sealed, cipher.getAuthTag()])
    },
    open(bytes, context) {
      const box = Buffer.from(bytes)
      requireKnown(box, keyId, context)
      const nonce = box.subarray(1 + KEY_ID_BYTES, HEADER_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(associated(context, keyId))
      decipher.setAuthTag(box.subarray(-TAG_BYTES))
      try {
        const opened = [decipher.update(box.subarray(HEADER_BYTES, -TAG_BYTES)), decipher.final()]
        return Buffer.concat(opened).toString('utf8')
      } catch (cause) {
        throw refused(context, 'it was changed, or sealed for something else', cause)
      }
    },
    hookToken: (tenantId) => hookToken(secretKey, tenantId),
    erasedMark: (tenantId, kind, parts) =>
      createHmac('sha256', erasedMarkKey(secretKey, tenantId))
        .update(JSON.stringify([kind, ...parts]))
        .digest('base64url'),
    fileSignature(tenantId, file, expiresAt) {
      // JSON separates the parts unambiguously.
      const signed = JSON.stringify([tenantId, ...file, expiresAt])
      return createHmac('sha256', exportKey).update(signed).digest('base64url')
    },
    loggedHash: loggedHash(secretKey),
    staffSecret: deriveSecret(secretKey, 'staff').toString('base64url'),
  }
}

/** The secret; null when the box does not open, as after a change of the secret key. */
export function openOrNull(box: SecretBox, bytes: Uint8Array, context: SecretContext): string | null {
  try {
    return box.open(bytes, context)
  } catch (error) {
    if (error instanceof SecretBoxError) return null
    throw error
  }
}

function requireKnown(box: Buffer, keyId: Buffer, context: SecretContext): void {
  if (box.length < HEADER_BYTES + TAG_BYTES || box[0] !== VERSION) {
    throw refused(context, 'it has no form that this release knows')
  }
  if (!box.subarray(1, 1 + KEY_ID_BYTES).equals(keyId)) {
    throw refused(context, 'it was sealed under another SECRET_KEY; start with that one')
  }
}

function refused({ tenantId, purpose }: SecretContext, why: string, cause?: unknown): SecretBoxError {
  return new SecretBoxError(`The ${purpose} of ${tenantId} cannot be opened: ${why}.`, { cause })
}

/** JSON separates the parts unambiguously. */
function associated({ tenantId, purpose, recordId }: SecretContext, keyId: Buffer): Buffer {
  return Buffer.from(JSON.stringify([VERSION, tenantId, purpose, recordId, keyId.toString('hex')]))
}
