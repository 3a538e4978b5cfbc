import type { RemovedConnection } from '@goodword/contract/billing/connection'
import type { TenantId } from '@goodword/domain/values/ids'
import { processorNamed } from '../../connectors/processor-clients.ts'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJob, enqueueJobs } from '../../frame/jobs/enqueue-job.ts'
import { hasPromotionCodes } from '../../frame/program/program-of.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { ALL_QUEUES } from '../../referring/rewards/follow-queue.ts'
import {
  type ConnectionRow,
  deleteConnection,
  loadConnection,
  type RemovedRow,
  requestRemoval,
} from '../rows/connections.ts'
import { countDiscountsLeft, countLiveDiscounts } from '../rows/live-discounts.ts'
import { notConnected } from './read-connection.ts'
import { removeWebhook } from './remove-webhook.ts'

/**
 * Deletes the keys. Discounts at the processor stay as they are, and are no longer changed; or a job removes them before it
 * deletes the keys. Mirrored codes end in both cases, as friends who enter one later would not be known: a job does it first. A job that
 * was requested is not waited for when discounts are to be left.
 *
 * @throws Refusal PROCESSOR_NOT_CONNECTED without a connection
 */
export async function removeConnection(
  ctx: Context,
  tenantId: TenantId,
  discounts: 'LEAVE' | 'REMOVE' = 'LEAVE',
): Promise<RemovedConnection> {
  const [answer, removed] = await ctx.writeTenant(tenantId, async (tx) => {
    const present = await loadConnection(tx)
    if (present === null) throw notConnected()
    const leaves = discounts === 'LEAVE'
    const hasCodes = hasPromotionCodes((await loadProgram(tx)).settings)
    const left = leaves ? await countLiveDiscounts(tx) : (await countDiscountsLeft(tx)).left
    if (isDoneAtOnce(present, { leaves, hasCodes, left })) return [await removeNow(ctx, tx), present] as const
    const row = await requestRemoval(tx, ctx.clock.now(), leaves)
    if (row === null) throw notConnected()
    const answer = answerOf(row, 'REMOVING', left)
    writeAuditEntry(tx, auditEntry(ctx, 'connection.remove', answer))
    enqueueJobs(tx, [
      { kind: 'REMOVE_DISCOUNTS', subject: leaves ? 'END' : 'BEGIN' },
      ...(hasCodes ? [{ kind: 'MIRROR_CODES', subject: '' } as const] : []),
    ])
    return [answer, null] as const
  })
  if (removed !== null) await removeWebhook(ctx, tenantId, removed)
  return answer
}

type Removal = { readonly leaves: boolean; readonly hasCodes: boolean; readonly left: number }

/** Keys that the processor rejects end nothing there. */
function isDoneAtOnce(present: ConnectionRow, { leaves, hasCodes, left }: Removal): boolean {
  if (!leaves) return left === 0 && !hasCodes
  return (
    !hasCodes || present.removal_requested_at !== null || present.last_error_code === 'CREDENTIALS_REJECTED'
  )
}

/** Runs in the transaction of the request, or of the job that removed the discounts. */
export async function removeNow(ctx: Context, tx: Transaction): Promise<RemovedConnection> {
  const removed = await deleteConnection(tx)
  if (removed === null) throw notConnected()
  const answer = answerOf(removed, 'REMOVED', await countLiveDiscounts(tx))
  writeAuditEntry(tx, auditEntry(ctx, 'connection.remove', answer))
  enqueueJob(tx, { kind: 'FOLLOW_QUEUE', subject: ALL_QUEUES })
  return answer
}

function answerOf(
  { processor: name, merchant_id: merchantId }: RemovedRow,
  state: RemovedConnection['state'],
  discountsLeft: number,
): RemovedConnection {
  return { processor: processorNamed(name), merchantId, state, discountsLeft }
}
