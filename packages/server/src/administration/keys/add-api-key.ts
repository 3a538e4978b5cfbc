import { Refusal } from '@goodword/contract/frame/refusal'
import { type ApiKeyWithSecret, MAX_API_KEYS } from '@goodword/contract/keys/api-key'
import { type Scope, scopes } from '@goodword/domain/staff/scope'
import { type KeyId, modeOf, type TenantId } from '@goodword/domain/values/ids'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { makeApiKey } from '../../engine/secrets/api-key.ts'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { type ApiKeyRow, insertApiKey, workingApiKeys } from '../../frame/rows/api-keys.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { lockProgram } from '../../frame/rows/programs.ts'
import { apiKeyAnswer } from './api-key-answer.ts'
import { type KeyCaller, refuseLongerLife, refuseMoreScopes } from './key-caller.ts'
import { describeApiKey } from './tenant-keys.ts'

export type AddedApiKey = {
  /** Null for a key without a name, of which there may be several. */
  readonly name: string | null
  readonly scopes: readonly Scope[]
  readonly expiresAt: number | null
}

/**
 * Adds an API key to a tenant; the ones it has keep working. The key itself is returned only here.
 *
 * @throws Refusal VALIDATION_FAILED, INSUFFICIENT_SCOPE, API_KEY_NAME_TAKEN or TOO_MANY_API_KEYS
 */
export async function addApiKey(
  ctx: Context,
  tenantId: TenantId,
  request: AddedApiKey,
  caller: KeyCaller,
): Promise<ApiKeyWithSecret> {
  const now = ctx.clock.now()
  if (request.expiresAt !== null && request.expiresAt <= now) {
    const message = `dateExpires must be in the future; the current time is ${now} milliseconds.`
    throw new Refusal('VALIDATION_FAILED', message, 'dateExpires')
  }
  refuseMoreScopes(caller, request.scopes)
  refuseLongerLife(caller, request.expiresAt)
  const { apiKey, row } = newApiKey(ctx, tenantId, now, request)
  await ctx.writeTenant(tenantId, async (tx) => {
    // Two requests at a time are carried out one after the other.
    await lockProgram(tx)
    const others = (await workingApiKeys(tx, now)).filter((it) => it.id !== row.id)
    refuseTakenName(others, row.name)
    refuseTooMany(others, caller)
    if (!(await storeApiKey(tx, row, apiKey))) return
    const details = { keyId: row.id, scopes: row.scopes, expiresAt: row.expires_at }
    writeAuditEntry(tx, auditEntry(ctx, 'key.create', details))
  })
  return { ...apiKeyAnswer(row), apiKey }
}

/** A key and the row that is stored of it, made before the transaction so that a repeat of it adds no second one. */
export function newApiKey(
  { ids }: Context,
  tenantId: TenantId,
  now: number,
  request: AddedApiKey,
): { readonly apiKey: string; readonly row: ApiKeyRow } {
  const apiKey = makeApiKey(modeOf(tenantId))
  const row = {
    id: ids.make<KeyId>(now),
    name: request.name,
    last_four: describeApiKey(apiKey).lastFour,
    scopes: scopes.filter((scope) => request.scopes.includes(scope)),
    created_at: now,
    expires_at: request.expiresAt,
    revoked_at: null,
    last_used_at: null,
    replaced_by: null,
  }
  return { apiKey, row }
}

/** False when a transaction that is repeated stored it already. */
export function storeApiKey(tx: TenantTx, row: ApiKeyRow, apiKey: string): Promise<boolean> {
  const { id, name, scopes: given, created_at: createdAt, expires_at: expiresAt } = row
  return insertApiKey(tx, { ...describeApiKey(apiKey), id, name, scopes: given, createdAt, expiresAt })
}

function refuseTakenName(others: readonly ApiKeyRow[], name: string | null): void {
  const other = name === null ? undefined : others.find((it) => it.name === name)
  if (other === undefined) return
  const message = `The API key ${other.id} has this name. Choose another one, or roll or revoke that key.`
  throw new Refusal('API_KEY_NAME_TAKEN', message, 'name')
}

/** @throws Refusal TOO_MANY_API_KEYS when one more would be too many */
export function refuseTooMany(working: readonly ApiKeyRow[], { kind }: KeyCaller): void {
  if (kind === 'OPERATOR' || working.length < MAX_API_KEYS) return
  const message = `The program has ${MAX_API_KEYS} working API keys. Revoke one that is not needed any more.`
  throw new Refusal('TOO_MANY_API_KEYS', message)
}
