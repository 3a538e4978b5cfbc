import { Refusal } from '@goodword/contract/frame/refusal'
import type { Command } from '@goodword/domain/referrals/command'
import type { AccountId, TenantId } from '@goodword/domain/values/ids'
import type { PersonalReason } from '../../frame/acting-caller.ts'
import { noteRequest } from '../../frame/audit/note-request.ts'
import type { Context } from '../../frame/context.ts'
import { enqueueJobs } from '../../frame/jobs/enqueue-job.ts'
import { findAccount } from '../../tracking/erased/erased-account.ts'
import { acceptedOf, trackIn } from '../../tracking/track.ts'
import type { StoredAccount } from './read-accounts.ts'

/**
 * Blocks an account: from the answer on its codes attribute no new accounts, and conversions unlock no rewards for it. A job
 * holds the referrals in progress that it made. Blocking a blocked account changes nothing.
 *
 * @throws Refusal ACCOUNT_NOT_FOUND
 */
export function blockAccount(
  ctx: Context,
  tenantId: TenantId,
  accountId: AccountId,
  reason: PersonalReason,
): Promise<StoredAccount> {
  return change(ctx, tenantId, accountId, { kind: 'block', reason: reason.text }, reason)
}

/** Undoes a block: a job releases the referrals that were held by it alone. @throws Refusal ACCOUNT_NOT_FOUND */
export function unblockAccount(
  ctx: Context,
  tenantId: TenantId,
  accountId: AccountId,
  reason: PersonalReason,
): Promise<StoredAccount> {
  return change(ctx, tenantId, accountId, { kind: 'unblock' }, reason)
}

function change(
  ctx: Context,
  tenantId: TenantId,
  accountId: AccountId,
  command: Command,
  { text, author, actor }: PersonalReason,
): Promise<StoredAccount> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const found = await findAccount(tx, accountId)
    if (found === null) {
      throw new Refusal('ACCOUNT_NOT_FOUND', `No such account: ${accountId}.`, 'accountId')
    }
    const call = { accountId: found.external_id, source: 'server', commands: [command] } as const
    const [tracked] = await trackIn(tx, [{ call, actor, note: { text, author } }])
    if (tracked === undefined) throw new Error('decision of a call not found')
    const { account, isChanged } = acceptedOf(tracked)
    if (isChanged) {
      enqueueJobs(tx, [
        { kind: 'FOLLOW_BLOCK', subject: account.key },
        // The reviews of what a blocked referrer brought may have ended in the meantime.
        ...(command.kind === 'unblock' ? [{ kind: 'END_REVIEWS', subject: '' } as const] : []),
      ])
      noteRequest(tx, ctx, { accountKey: account.key })
    }
    return { account, programCurrency: tracked.programCurrency, now: tx.now }
  })
}
