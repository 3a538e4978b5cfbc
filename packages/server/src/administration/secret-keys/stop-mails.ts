import type { TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { type FullSettings, settingsOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { allTenantIds } from '../../frame/rows/tenant-ids.ts'
import { hasUnsubscribes } from '../../outbound/mails/rows/unsubscribes.ts'
import { replaceProgram } from '../programs/replace-program.ts'

/** The tenants that send e-mails, and of which people unsubscribed. */
export async function findMailsToStop(ctx: Context): Promise<readonly TenantId[]> {
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
export async function stopMails(ctx: Context, tenantId: TenantId): Promise<void> {
  const settings = await ctx.readTenant(tenantId, async (tx) => settingsOf((await loadProgram(tx)).settings))
  await replaceProgram(ctx, tenantId, withoutMails(settings), null)
}

function withoutMails(settings: FullSettings): FullSettings {
  const { emails } = settings
  return { ...settings, emails: emails === null ? null : { ...emails, kinds: [] }, invitations: 'OFF' }
}
