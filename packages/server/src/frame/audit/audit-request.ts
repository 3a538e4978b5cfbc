import { Refusal } from '@goodword/contract/frame/refusal'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Actor, AuditedRequest } from '../actor.ts'
import type { Context } from '../context.ts'
import { writeAuditEntry } from '../rows/audit-entries.ts'
import { requestEntry } from './audit.ts'

export type RequestToAudit = Omit<Actor, 'request'> &
  Omit<AuditedRequest, 'onEntry'> & {
    /** Details of the change that are known before it is made. */
    readonly details?: Readonly<Record<string, unknown>>
    /** Whether the operation stores the entry in the transaction of its change. */
    readonly isNotedWithChange: boolean
  }

/**
 * Answers a request of the API, and leaves its entry in the audit log: with the change, or before anything can change. A
 * request that is refused or fails leaves an entry of that.
 */
export async function auditRequest<Answer>(
  ctx: Context,
  tenantId: TenantId,
  request: RequestToAudit,
  answer: (acting: Context) => Promise<Answer>,
): Promise<Answer> {
  const { name, address, userAgent, action, subject, origin, details = {}, isNotedWithChange } = request
  let hasEntry = false
  const onEntry = () => {
    hasEntry = true
  }
  const acting = ctx.actingAs({ name, address, userAgent, request: { action, subject, origin, onEntry } })
  if (!isNotedWithChange) await note(acting, tenantId, details)
  const answered = await answer(acting).catch(async (error: unknown) => {
    // The change was rolled back, or has its entry already; the caller has to hear of the first error.
    await note(acting, tenantId, outcomeOf(error)).catch(() => undefined)
    throw error
  })
  if (!hasEntry) await note(acting, tenantId, { outcome: 'UNCHANGED' })
  return answered
}

function note(acting: Context, tenantId: TenantId, details: Readonly<Record<string, unknown>>) {
  return acting.writeTenant(tenantId, async (tx) => writeAuditEntry(tx, requestEntry(acting, details)))
}

function outcomeOf(error: unknown) {
  return error instanceof Refusal ? { outcome: 'REFUSED', errorCode: error.code } : { outcome: 'FAILED' }
}
