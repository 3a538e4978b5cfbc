import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { TenantId } from '@goodword/domain/values/ids'
import { deriveSecret, erasedMarkKey, hookToken, secretUses } from './derived-secret.ts'
import { type HashLogged, loggedHash } from './logged-hash.ts'
import type { SecretKey } from './secret-key.ts'
import { secretKeyMark } from './secret-key-mark.ts'
import { SecretKeys } from './secret-keys.ts'

/** The kinds of encrypted data. A rotation of the secret key encrypts each again, see administration/secret-keys. */
export type SecretPurpose =
  | 'signing-key'
  | 'processor-credentials'
  | 'kept-answer'
  | 'erasure'
  | 'webhook-secret'
  | 'staff-mail'
  | 'retired-key'

/** The row and purpose of a secret. Decryption needs the same context: a box that is moved to another row does not open. */
export type SecretContext = {
  readonly tenantId: TenantId
  readonly purpose: SecretPurpose
  /** The id of the row that holds the box. */
  readonly recordId: string
}

/** Encrypts texts for the database (AES-256-GCM), and derives what else follows from the secret key. */
export type SecretBox = {
  /** Encrypts under the current key. */
  readonly seal: (secret: string, context: SecretContext) => Buffer
  /**
   * Opens a box that was sealed under any of the keys of the process.
   *
   * @throws SecretBoxError when the box was sealed under another key or for something else, or was changed
   */
  readonly open: (box: Uint8Array, context: SecretContext) => string
  /** Whether a box was sealed under the current key. */
  readonly isCurrent: (box: Uint8Array) => boolean
  /** How the boxes of each key begin that the process was given, that of the current one first. */
  readonly beginnings: () => readonly Buffer[]
  /** The token in the URL at which a tenant receives notifications: derived from the secret key, so stored nowhere. */
  readonly hookToken: (tenantId: TenantId) => string
  /** The key that a given token follows from, current or earlier; null for a wrong one. In constant time. */
  readonly keyOfHookToken: (tenantId: TenantId, given: string) => HookKey | null
  /** Whether a token of an earlier key may still be in use. */
  readonly hasEarlierHooks: () => boolean
  /** A mark (HMAC-SHA-256) of erased data of a tenant, by which a later call with it is recognized. */
  readonly erasedMark: (tenantId: TenantId, kind: string, parts: readonly string[]) => string
  /** A keyed hash (HMAC-SHA-256) of a value that fraud rules compare, cut to 16 bytes in the text form of a UUID. */
  readonly evidenceKey: (tenantId: TenantId, kind: string, value: string) => string
  /** The salt for hashes of clicks: an HMAC-SHA-256 of the salt that is stored for the day, in hexadecimal. */
  readonly clickSalt: (stored: Uint8Array) => string
  /** The signature in the URL of a file, which is valid until a time. */
  readonly fileSignature: (tenantId: TenantId, file: readonly string[], expiresAt: number) => string
  /** Whether one of the keys of the process made a signature. In constant time. */
  readonly isFileSignature: (
    given: string,
    tenantId: TenantId,
    file: readonly string[],
    expiresAt: number,
  ) => boolean
  /** A keyed hash for log lines, by which those about an account or a code are found. */
  readonly loggedHash: HashLogged
  /** The secrets by which the authentication library signs cookies and encrypts second factors: the current one first. */
  readonly staffSecrets: () => readonly [string, ...string[]]
}

export type HookKey = {
  readonly mark: string
  readonly isCurrent: boolean
  /** Whether it was the current one until a rotation that has not ended. */
  readonly isRotatedNow: boolean
}

export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError'
}

// A box is: version, id of the key (4 bytes), nonce (12), ciphertext, tag (16).
const VERSION = 1
const KEY_ID_BYTES = secretUses.sealingKeyId.bytes
const BEGINNING_BYTES = 1 + KEY_ID_BYTES
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = BEGINNING_BYTES + NONCE_BYTES

/** Creates the box of one key alone, or of all keys of a process. */
export function createSecretBox(given: SecretKey | SecretKeys): SecretBox {
  const keys = given instanceof SecretKeys ? given : new SecretKeys([given])
  return {
    seal(secret, context) {
      const { sealing, keyId, beginning } = derivedFrom(keys.current)
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce)
      cipher.setAAD(associated(context, keyId))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([beginning, nonce, sealed, cipher.getAuthTag()])
    },
    open(bytes, context) {
      const box = Buffer.from(bytes)
      const { sealing, keyId } = keyOfBox(keys, box, context)
      const nonce = box.subarray(BEGINNING_BYTES, HEADER_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', sealing, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(associated(context, keyId))
      decipher.setAuthTag(box.subarray(-TAG_BYTES))
      try {
        const opened = [decipher.update(box.subarray(HEADER_BYTES, -TAG_BYTES)), decipher.final()]
        return Buffer.concat(opened).toString('utf8')
      } catch (cause) {
        throw refused(context, 'it was changed, or sealed for something else', cause)
      }
    },
    isCurrent: (box) => beginningOf(box).equals(derivedFrom(keys.current).beginning),
    beginnings: () => keys.all.map((it) => derivedFrom(it).beginning),
    hookToken: (tenantId) => hookToken(keys.current, tenantId),
    keyOfHookToken(tenantId, token) {
      const [made] = [keys.current, ...keys.retired.ofHooks].filter((it) =>
        isSame(hookToken(it, tenantId), token),
      )
      if (made === undefined) return null
      const mark = secretKeyMark(made)
      return { mark, isCurrent: made === keys.current, isRotatedNow: mark === keys.retired.rotatingFrom }
    },
    hasEarlierHooks: () => keys.retired.ofHooks.length > 0,
    erasedMark: (tenantId, kind, parts) =>
      createHmac('sha256', erasedMarkKey(keys.retired.ofMarks ?? keys.current, tenantId))
        .update(JSON.stringify([kind, ...parts]))
        .digest('base64url'),
    evidenceKey: (tenantId, kind, value) =>
      uuidOf(
        createHmac('sha256', derivedFrom(keys.retired.ofMarks ?? keys.current).evidence)
          .update(JSON.stringify([tenantId, kind, value]))
          // As bytes it takes twice as long.
          .digest('hex'),
      ),
    clickSalt: (stored) =>
      createHmac('sha256', deriveSecret(keys.retired.ofMarks ?? keys.current, 'clickSalt'))
        .update(stored)
        .digest('hex'),
    fileSignature: (...signed) => fileSignature(keys.current, ...signed),
    isFileSignature: (signature, ...signed) =>
      keys.all.filter((it) => isSame(fileSignature(it, ...signed), signature)).length > 0,
    loggedHash: (...logged) => loggedHash(keys.current)(...logged),
    staffSecrets: () => [staffSecret(keys.current), ...keys.all.slice(1).map(staffSecret)],
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

type Derived = {
  readonly sealing: Buffer
  readonly keyId: Buffer
  /** How each box of the key begins. */
  readonly beginning: Buffer
  readonly exportUrl: Buffer
  /** An object of the library: with bytes instead, each hash makes one, which takes four times as long as the hash. */
  readonly evidence: KeyObject
}

const derived = new WeakMap<SecretKey, Derived>()

/** Derived once: boxes are opened by the thousand. */
function derivedFrom(secretKey: SecretKey): Derived {
  const known = derived.get(secretKey)
  if (known !== undefined) return known
  const keyId = deriveSecret(secretKey, 'sealingKeyId')
  const made = {
    sealing: deriveSecret(secretKey, 'sealing'),
    keyId,
    beginning: Buffer.concat([Buffer.of(VERSION), keyId]),
    exportUrl: deriveSecret(secretKey, 'exportUrl'),
    evidence: createSecretKey(deriveSecret(secretKey, 'evidence')),
  }
  derived.set(secretKey, made)
  return made
}

function keyOfBox(keys: SecretKeys, box: Buffer, context: SecretContext): Derived {
  if (box.length < HEADER_BYTES + TAG_BYTES || box[0] !== VERSION) {
    throw refused(context, 'it has no form that this release knows')
  }
  const find = () => keys.all.map(derivedFrom).find((it) => it.beginning.equals(beginningOf(box)))
  const found = find() ?? (keys.readAgain() ? find() : undefined)
  if (found === undefined) {
    throw refused(context, 'it was sealed under another SECRET_KEY; start with that one')
  }
  return found
}

function beginningOf(box: Uint8Array): Buffer {
  return Buffer.from(box.subarray(0, BEGINNING_BYTES))
}

function fileSignature(
  secretKey: SecretKey,
  tenantId: TenantId,
  file: readonly string[],
  expiresAt: number,
): string {
  // JSON separates the parts unambiguously.
  const signed = JSON.stringify([tenantId, ...file, expiresAt])
  return createHmac('sha256', derivedFrom(secretKey).exportUrl).update(signed).digest('base64url')
}

/** The first 16 bytes of a hash as PostgreSQL writes a UUID. */
function uuidOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

function staffSecret(secretKey: SecretKey): string {
  return deriveSecret(secretKey, 'staff').toString('base64url')
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function refused({ tenantId, purpose }: SecretContext, why: string, cause?: unknown): SecretBoxError {
  return new SecretBoxError(`The ${purpose} of ${tenantId} cannot be opened: ${why}.`, { cause })
}

/** JSON separates the parts unambiguously. */
function associated({ tenantId, purpose, recordId }: SecretContext, keyId: Buffer): Buffer {
  return Buffer.from(JSON.stringify([VERSION, tenantId, purpose, recordId, keyId.toString('hex')]))
}
