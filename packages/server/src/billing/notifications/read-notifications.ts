import type {
  Notification,
  NotificationDetails,
  RejectedNotifications,
} from '@goodword/contract/billing/notification'
import { Refusal } from '@goodword/contract/frame/refusal'
import { notificationMessage } from '@goodword/domain/payments/notification'
import { isUuid, type TenantId } from '@goodword/domain/values/ids'
import { type JobOfSubject, jobOfSubject } from '../../engine/job-table/job-of-subject.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { integrationActivityIn } from '../../frame/integration-activity.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf } from '../../frame/page.ts'
import {
  findNotification,
  type ListedNotificationRow,
  listNotifications,
  type NotificationFilter,
} from '../rows/notification-list.ts'

type NotificationPage = { readonly page: Page<Notification>; readonly rejected: RejectedNotifications }

/** A page of the notifications of the payment processor, and how many were rejected. */
export function readNotifications(
  ctx: Context,
  tenantId: TenantId,
  filter: NotificationFilter,
  page: PageQuestion,
): Promise<NotificationPage> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) => {
    const [found, activity] = await Promise.all([
      listNotifications(tx, filter, tx.now, request),
      integrationActivityIn(ctx, tx),
    ])
    return {
      page: mapPage(found, notificationOf),
      rejected: rejectedOf(activity.of('NOTIFICATION_REJECTED')),
    }
  })
}

/** The activity of requests with a wrong signature. */
export function rejectedOf(
  activity: { readonly firstAt: number; readonly lastAt: number; readonly count: number } | null,
): RejectedNotifications {
  return {
    count: activity?.count ?? 0,
    dateFirst: activity?.firstAt ?? null,
    dateLast: activity?.lastAt ?? null,
  }
}

/** A notification with its payload and its effects. @throws Refusal NOTIFICATION_NOT_FOUND */
export function readNotification(ctx: Context, tenantId: TenantId, id: string): Promise<NotificationDetails> {
  return ctx.readTenant(tenantId, async (tx) => {
    const row = isUuid(id) ? await findNotification(tx, id) : null
    if (row === null) throw notificationNotFound()
    const { customerId, accountId, payload } = row
    const job = customerId === null ? null : await jobOfSubject(tx, 'CUSTOMER', customerId)
    return {
      ...{ ...notificationOf(row), accountId, payload },
      reconciliation: job === null ? null : reconciliationOf(job, tx),
    }
  })
}

export function notificationNotFound(): Refusal {
  const message = 'No notification has this ID. Use an ID from GET notifications.'
  return new Refusal('NOTIFICATION_NOT_FOUND', message, 'notificationId')
}

export function notificationOf({ isFailed, ...row }: ListedNotificationRow): Notification {
  const state = row.outcome === null ? (isFailed ? 'FAILED' : 'RECEIVED') : 'DONE'
  return { ...row, state, message: notificationMessage(state, row.outcome) }
}

function reconciliationOf(job: JobOfSubject, { now }: Transaction): NotificationDetails['reconciliation'] {
  const { state, attempts, last_error: lastError, due_at: dueAt } = job
  return {
    state: state === 'RUNNING' || state === 'FAILED' ? state : 'WAITING',
    attempts,
    lastError,
    dateNextRun: state === 'WAITING' && dueAt !== null && dueAt > now ? dueAt : null,
  }
}
