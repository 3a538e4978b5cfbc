import type { AccountKey, TenantId } from '@goodword/domain/values/ids'
import { NIL } from 'uuid'
import type { Context, Transaction } from '../../frame/context.ts'
import type { IncomingCall } from '../../tracking/decide-calls.ts'
import { listMadeReferrals, type MadeReferralRow } from '../../tracking/rows/referrals.ts'
import { trackIn } from '../../tracking/track.ts'

/** Few enough that the accounts of their friends are locked for some milliseconds. */
const PAGE = 200

/**
 * Holds or releases the referrals that an account made, as it is blocked or not by then. Each is decided when its account is
 * locked, so a run that is repeated, or that another block overtakes, is harmless.
 */
export async function followBlock(
  ctx: Context,
  tenantId: TenantId,
  account: AccountKey,
  signal: AbortSignal,
): Promise<void> {
  for (let after: string | null = NIL; after !== null; ) {
    signal.throwIfAborted()
    const from: string = after
    after = await ctx.writeTenant(tenantId, (tx) => followPage(tx, account, from))
  }
}

async function followPage(tx: Transaction, account: AccountKey, after: string): Promise<string | null> {
  const rows = await listMadeReferrals(tx, account, after, PAGE)
  const calls = rows.filter(isConcerned).map(callOf)
  if (calls.length > 0) await trackIn(tx, calls)
  return rows.length < PAGE ? null : (rows.at(-1)?.id ?? null)
}

/** Whether a block or its end may change the referral. */
function isConcerned({ status, referrer_moderation, referrer_moderated_by: by }: MadeReferralRow): boolean {
  const isOpen = status === 'IN_PROGRESS' && referrer_moderation === 'APPROVED' && by !== 'staff'
  return by === 'block' || isOpen
}

function callOf({ referred_account: accountId }: MadeReferralRow): IncomingCall {
  return { actor: 'service', call: { accountId, source: 'server', commands: [{ kind: 'followBlock' }] } }
}
