import type { Outcome } from '@goodword/domain/referrals/outcome'
import type { AccountKey } from '@goodword/domain/values/ids'
import type { SubscriptionState } from '../../connectors/processor-state.ts'
import type { SubscriptionRow } from '../rows/subscriptions.ts'

type SeenSubscription = {
  readonly stored: SubscriptionRow | null
  readonly row: SubscriptionRow
  readonly state: Pick<SubscriptionState, 'draft'>
}

/**
 * Events about discounts that are other than they were when they were last read or set:
 * - one that was as it should be and was changed at the processor by someone else. A change that is right, as one that a
 *   merchant makes together with a new price, is not worth an event;
 * - one that the service has set without storing that, because it was stopped or got no response.
 */
export function seenDiscountChanges(
  account: AccountKey,
  subscriptions: readonly SeenSubscription[],
): readonly Outcome[] {
  return subscriptions.flatMap(({ stored: before, row, state }): Outcome[] => {
    if (before === null || !before.is_live || !row.is_live) return []
    if (row.actual_minor === before.actual_minor) return []
    if (before.state !== 'IN_STEP')
      return row.actual_minor === before.expected_minor ? changed(before, row.actual_minor) : []
    // A draft has its own lines, and what else is taken off them.
    if (row.actual_minor === row.expected_minor || state.draft !== undefined) return []
    const amounts = amountsOf(before, row.actual_minor)
    return [
      { type: 'discount.drifted', reason: 'CHANGED_AT_PROCESSOR', account, resourceId: before.id, amounts },
    ]
  })
}

/** The event of a discount that was set; null if it is what it was. */
export function discountChanged(before: SubscriptionRow, actualMinor: number): Outcome | null {
  return changed(before, actualMinor)[0] ?? null
}

function changed(before: SubscriptionRow, actualMinor: number): Outcome[] {
  if (actualMinor === before.actual_minor) return []
  const { account_id: account, id: resourceId } = before
  const amounts = amountsOf(before, actualMinor)
  return [{ type: 'discount.changed', reason: 'DISCOUNT_SET', account, resourceId, amounts }]
}

function amountsOf({ actual_minor, currency }: SubscriptionRow, actualMinor: number) {
  return {
    before: { minor: actual_minor, currency },
    after: { minor: actualMinor, currency },
  }
}
