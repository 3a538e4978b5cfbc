import type { Attention, AttentionItem } from '@goodword/contract/program/attention'
import { type AttentionKind, attentionKinds, MAX_COUNTED } from '@goodword/domain/staff/attention'
import type { TenantId } from '@goodword/domain/values/ids'
import { connectionIn } from '../billing/connections/read-connection.ts'
import { loadConnection } from '../billing/rows/connections.ts'
import type { Context } from '../frame/context.ts'
import { countAttention } from '../referring/referrals/rows/attention.ts'

/** Reads the items that need the attention of a tenant's staff, the most urgent first. */
export function readAttention(ctx: Context, tenantId: TenantId): Promise<Attention> {
  return ctx.readTenant(tenantId, async (tx) => {
    const [counts, row] = await Promise.all([countAttention(tx, tx.now, ctx.clock.now()), loadConnection(tx)])
    const connection = row === null ? null : await connectionIn(ctx, tx)
    const found: Readonly<Record<AttentionKind, number>> = {
      ...counts,
      CONNECTION_BROKEN: connection?.state === 'BROKEN' ? 1 : 0,
      CONNECTION_INCOMPLETE: connection?.state === 'INCOMPLETE' ? connection.missingSetup.length : 0,
    }
    return { items: attentionKinds.flatMap((kind) => (found[kind] === 0 ? [] : [itemOf(kind, found[kind])])) }
  })
}

function itemOf(kind: AttentionKind, found: number): AttentionItem {
  const count = Math.min(found, MAX_COUNTED)
  const isMore = found > MAX_COUNTED
  const [one, many] = sentences[kind]
  const amount = isMore ? `More than ${count}` : `${count}`
  return { kind, count, isMore, message: count === 1 ? one : many(amount) }
}

/** The sentences for one, and for many. */
const sentences: Readonly<Record<AttentionKind, readonly [string, (amount: string) => string]>> = {
  CONNECTION_BROKEN: [
    'The payment processor rejects the stored keys, so discounts and payments are not followed. Connect it again.',
    () => 'The payment processor rejects the stored keys. Connect it again.',
  ],
  CONNECTION_INCOMPLETE: [
    'Something is not set up at the payment processor yet. Look at the missing set-up of the connection.',
    (amount) =>
      `${amount} things are not set up at the payment processor yet. Look at the missing set-up of the connection.`,
  ],
  BILLS_WRONG: [
    'A bill had another discount than it should have had. Refund the difference, or leave it.',
    (amount) =>
      `${amount} bills had other discounts than they should have had. Refund the differences, or leave them.`,
  ],
  DISCOUNTS_FAILED: [
    'The payment processor did not accept the discount of a subscription. It is tried again; look at its reason.',
    (amount) =>
      `The payment processor did not accept the discounts of ${amount} subscriptions. They are tried again; look at their reasons.`,
  ],
  JOBS_FAILED: [
    'A background job was given up after many attempts. Look at failed notifications, or ask the operator.',
    (amount) =>
      `${amount} background jobs were given up after many attempts. Look at failed notifications, or ask the operator.`,
  ],
  WEBHOOKS_DISABLED: [
    'A webhook was disabled, because its server did not accept events. Mend the server and enable the webhook.',
    (amount) =>
      `${amount} webhooks were disabled, because their servers did not accept events. Mend the servers and enable the webhooks.`,
  ],
  WEBHOOKS_FAILING: [
    'A webhook does not accept events at the moment. They are sent again for about three days.',
    (amount) =>
      `${amount} webhooks do not accept events at the moment. They are sent again for about three days.`,
  ],
  REVIEW_WAITING: [
    'A referral has a side that waits for your decision.',
    (amount) => `${amount} referrals have a side that waits for your decision.`,
  ],
  CONFIRMATION_WAITING: [
    'A referral that only web pages reported waits until your server confirms its payment.',
    (amount) =>
      `${amount} referrals that only web pages reported wait until your server confirms their payments.`,
  ],
  KEYS_EXPIRING: [
    'An API key that is in use expires within 14 days. Replace it before.',
    (amount) => `${amount} API keys that are in use expire within 14 days. Replace them before.`,
  ],
  IMPORTS_FAILED: [
    'An import of the last 7 days failed. Look at its errors.',
    (amount) => `${amount} imports of the last 7 days failed. Look at their errors.`,
  ],
  EXPORTS_FAILED: [
    'An export failed. Request it again.',
    (amount) => `${amount} exports failed. Request them again.`,
  ],
}
