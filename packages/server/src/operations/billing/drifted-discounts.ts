import type { AccountKey } from '@goodword/domain/ids'
import type { Outcome } from '@goodword/domain/outcome'
import type { SubscriptionRow } from '../../store/processor/subscriptions.ts'

/**
 * Events about discounts that were as they should be and were changed at the processor by someone else. A change that is
 * right, as one that a merchant makes together with a new price, is not worth an event.
 */
export function driftedDiscounts(
  account: AccountKey,
  stored: readonly SubscriptionRow[],
  rows: readonly SubscriptionRow[],
): readonly Outcome[] {
  const known = new Map(stored.map((it) => [it.subscription_id, it]))
  return rows.flatMap((row): Outcome[] => {
    const before = known.get(row.subscription_id)
    if (before === undefined || before.state !== 'IN_STEP' || !before.is_live || !row.is_live) return []
    if (row.actual_minor === before.actual_minor || row.actual_minor === row.expected_minor) return []
    const { currency } = row
    return [
      {
        type: 'discount.drifted',
        reason: 'CHANGED_AT_PROCESSOR',
        account,
        amounts: {
          before: { minor: before.actual_minor, currency },
          after: { minor: row.actual_minor, currency },
        },
      },
    ]
  })
}
