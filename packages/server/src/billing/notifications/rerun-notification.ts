import type { Notification } from '@goodword/contract/billing/notification'
import { isUuid, type TenantId } from '@goodword/domain/values/ids'
import { lockJobOfSubject } from '../../engine/job-table/job-of-subject.ts'
import { restartJob } from '../../engine/job-table/listed-jobs.ts'
import { signalJobsReady } from '../../engine/signals/job-signal.ts'
import type { Context } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { findNotification, reopenNotification } from '../rows/notification-list.ts'
import { notificationNotFound, notificationOf } from './read-notifications.ts'

/**
 * Processes a notification again, now: its customer is looked up and compared with the payment processor anew. What the
 * processor says then decides, so that any number of repeats is harmless.
 *
 * @throws Refusal NOTIFICATION_NOT_FOUND
 */
export function rerunNotification(ctx: Context, tenantId: TenantId, id: string): Promise<Notification> {
  return ctx.writeTenant(tenantId, async (tx) => {
    if (!isUuid(id) || !(await reopenNotification(tx, id))) throw notificationNotFound()
    const job = await lockJobOfSubject(tx, 'NOTIFICATION', id)
    if (job?.state === 'WAITING') {
      // Also one that waits for a retry, whose backoff a mere request does not end.
      restartJob(tx, job.id)
      tx.afterCommit(signalJobsReady)
    } else enqueueJob(tx, { kind: 'NOTIFICATION', subject: id })
    const row = await findNotification(tx, id)
    if (row === null) throw new Error('notification not found after it was reopened')
    return notificationOf(row)
  })
}
