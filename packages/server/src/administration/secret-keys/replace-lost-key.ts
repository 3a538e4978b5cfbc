import type { TenantId } from '@goodword/domain/values/ids'
import { findUnreadableKeys } from '../../billing/connections/find-unreadable-keys.ts'
import { inDirectory } from '../../engine/driver/directory-tx.ts'
import { secretKeyMark } from '../../engine/secrets/secret-key-mark.ts'
import type { SecretKeys } from '../../engine/secrets/secret-keys.ts'
import { audit } from '../../frame/audit/audit.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { type FullSettings, settingsOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { deleteSecretKey, listSecretKeys, replaceSecretKeyMark } from '../../frame/rows/secret-key-rows.ts'
import { allTenantIds } from '../../frame/rows/tenant-ids.ts'
import { hasUnsubscribes } from '../../outbound/mails/rows/unsubscribes.ts'
import { findUnreadableSecrets } from '../../outbound/webhooks/find-unreadable-secrets.ts'
import { findSealedUnderAnother } from '../../referring/identification/sealed-under-another.ts'
import { replaceProgram } from '../programs/replace-program.ts'
import { CURRENT, useNotedKeys } from './noted-keys.ts'

export type LostSecrets = {
  /** Tenants whose signing keys cannot be opened any more: `signing-key roll` gives them new ones. */
  readonly tenantsWithoutSigningKey: readonly TenantId[]
  /** Tenants whose private key at the payment processor cannot be decrypted any more: `connection set` stores it anew. */
  readonly tenantsWithoutProcessorKey: readonly TenantId[]
  /** Tenants with webhook receivers whose secrets cannot be decrypted any more: `webhook rotate` makes new ones. */
  readonly tenantsWithoutWebhookSecret: readonly TenantId[]
  /**
   * Tenants that send e-mails, and of which people unsubscribed: who they are cannot be recognized any more, so nothing is sent
   * until staff turn e-mails on again.
   */
  readonly tenantsWithoutUnsubscribes: readonly TenantId[]
}

export type ReplacedSecretKey = LostSecrets & {
  /** False when the database had the present key's mark already. */
  readonly replaced: boolean
}

/** Reads what none of the keys decrypts any more. */
export async function findLost(ctx: Context, keys: SecretKeys): Promise<LostSecrets> {
  const { shut } = await findSealedUnderAnother(ctx.db, keys, ctx.clock.now())
  return {
    tenantsWithoutSigningKey: shut,
    tenantsWithoutProcessorKey: await findUnreadableKeys(ctx),
    tenantsWithoutWebhookSecret: await findUnreadableSecrets(ctx),
    tenantsWithoutUnsubscribes: await findMailsToStop(ctx),
  }
}

/** Lets the service go on with another secret key than the one that the database was set up with, after that was lost. */
export async function replaceLostKey(
  ctx: Context,
  keys: SecretKeys,
  lost: LostSecrets,
): Promise<ReplacedSecretKey> {
  const { db, clock } = ctx
  const rows = await listSecretKeys(db)
  const to = useNotedKeys(keys, rows) ?? keys.first
  // First, so that a command that is cut off here does the rest when it is run again.
  for (const tenantId of lost.tenantsWithoutUnsubscribes) await stopMails(ctx, tenantId)
  const replaced = await inDirectory(db, async (tx) => {
    const isNew = await replaceSecretKeyMark(tx, secretKeyMark(to), clock.now())
    if (!isNew) return false
    // The other stored keys were encrypted under the lost key.
    for (const { id } of rows.filter((it) => it.id !== CURRENT)) await deleteSecretKey(tx, id)
    for (const tenantId of [...new Set(Object.values(lost).flat())].sort())
      await audit(tx, ctx, tenantId, 'secret-key.replace')
    return true
  })
  return { replaced, ...lost }
}

/** The tenants that send e-mails, and of which people unsubscribed. */
async function findMailsToStop(ctx: Context): Promise<readonly TenantId[]> {
  const found: TenantId[] = []
  for await (const tenantId of allTenantIds(ctx.db)) {
    const [sends, isAnyOut] = await ctx.readTenant(tenantId, (tx) =>
      Promise.all([sendsMails(tx), hasUnsubscribes(tx)]),
    )
    if (sends && isAnyOut) found.push(tenantId)
  }
  return found
}

async function sendsMails(tx: Transaction): Promise<boolean> {
  const { emails, invitations } = settingsOf((await loadProgram(tx)).settings)
  return invitations === 'ON' || (emails?.kinds.length ?? 0) > 0
}

/** Turns all kinds of e-mails and invitations off; the sender and the texts stay. */
async function stopMails(ctx: Context, tenantId: TenantId): Promise<void> {
  const settings = await ctx.readTenant(tenantId, async (tx) => settingsOf((await loadProgram(tx)).settings))
  await replaceProgram(ctx, tenantId, withoutMails(settings), null)
}

function withoutMails(settings: FullSettings): FullSettings {
  const { emails } = settings
  return { ...settings, emails: emails === null ? null : { ...emails, kinds: [] }, invitations: 'OFF' }
}
