import type { RolledSigningKey, SigningKey } from '@goodword/contract/keys/api-key'
import type { KeyId, TenantId } from '@goodword/domain/values/ids'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { makeSigningKey } from '../../engine/secrets/api-key.ts'
import { SecretBoxError } from '../../engine/secrets/secret-box.ts'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { lockProgram } from '../../frame/rows/programs.ts'
import {
  type DatedSigningKeyRow,
  expireSigningKey,
  insertSigningKey,
  presentSigningKeys,
} from '../../frame/rows/signing-keys.ts'
import { sealedSigningKey } from './tenant-keys.ts'

/** A repeat of an API request within this time is a retry: another new key would end the one that the merchant signs with. */
export const ROLL_REPEAT_MS = 5 * 60_000

export type SigningKeyRoll = {
  /** The time for which the previous key goes on. */
  readonly overlapMs: number
  /** A key that was rolled so recently is returned again; 0 for always a new one. */
  readonly repeatMs: number
}

/**
 * Gives a tenant a new signing key. The one it had goes on for the overlap; one that was rolled before ends at once, so
 * that never more than two are live.
 */
export async function replaceSigningKey(
  ctx: Context,
  tenantId: TenantId,
  { overlapMs, repeatMs }: SigningKeyRoll,
): Promise<RolledSigningKey> {
  const now = ctx.clock.now()
  const signingKey = makeSigningKey()
  const made = sealedSigningKey(ctx, tenantId, signingKey)
  return ctx.writeTenant(tenantId, async (tx) => {
    // Two requests at a time are carried out one after the other.
    await lockProgram(tx)
    const present = await presentSigningKeys(tx)
    const repeated = repeatedKey(ctx, tenantId, present, now - repeatMs)
    if (repeated !== null) {
      const rolled = endAll(tx, present.slice(1), now, overlapMs)
      return { ...answerOf(repeated.id, repeated.createdAt), signingKey: repeated.signingKey, rolled }
    }
    // A transaction whose commit seemed lost is repeated.
    const others = present.filter((it) => it.id !== made.id)
    const rolled = endAll(tx, others, now, overlapMs)
    if (await insertSigningKey(tx, made)) {
      const details = {
        keyId: made.id,
        rolled: rolled === null ? null : { keyId: rolled.id, expiresAt: rolled.dateExpires },
      }
      writeAuditEntry(tx, auditEntry(ctx, 'signing-key.roll', details))
    }
    return { ...answerOf(made.id, made.createdAt), signingKey, rolled }
  })
}

type KnownKey = { readonly id: KeyId; readonly createdAt: number; readonly signingKey: string }

/** The newest key, when a roll created it after a time; the first key of a tenant was not rolled. */
function repeatedKey(
  { secretBox }: Context,
  tenantId: TenantId,
  [newest, ...older]: readonly DatedSigningKeyRow[],
  since: number,
): KnownKey | null {
  if (newest === undefined || older.length === 0) return null
  if (newest.created_at <= since || newest.expires_at !== null) return null
  const about = { tenantId, purpose: 'signing-key', recordId: newest.id } as const
  try {
    const signingKey = secretBox.open(newest.secret_box, about)
    return { id: newest.id, createdAt: newest.created_at, signingKey }
  } catch (error) {
    // Sealed under a secret key that was lost.
    if (error instanceof SecretBoxError) return null
    throw error
  }
}

/** Lets the first of the keys, newest first, go on for the overlap and ends the others; returns the first, if it worked. */
function endAll(
  tx: TenantTx,
  keys: readonly DatedSigningKeyRow[],
  now: number,
  overlapMs: number,
): SigningKey | null {
  const [newest, ...older] = keys.filter((it) => it.expires_at === null || it.expires_at > now)
  for (const { id } of older) expireSigningKey(tx, id, now)
  if (newest === undefined) return null
  const expiresAt = Math.min(newest.expires_at ?? Number.POSITIVE_INFINITY, now + overlapMs)
  expireSigningKey(tx, newest.id, expiresAt)
  return { ...answerOf(newest.id, newest.created_at), dateExpires: expiresAt }
}

function answerOf(id: KeyId, dateCreated: number): SigningKey {
  return { id, dateCreated, dateExpires: null, dateRevoked: null }
}
