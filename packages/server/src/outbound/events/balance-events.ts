import type { DataOf } from '@goodword/contract/webhooks/event-types'
import { isCreditType } from '@goodword/domain/rewards/reward'
import type { AccountKey, EventId } from '@goodword/domain/values/ids'
import type { Transaction } from '../../frame/context.ts'
import type { EventState } from './event-state.ts'
import type { EventRow } from './rows/account-events.ts'

export type BalanceEvent = {
  readonly event: EventRow
  readonly data: DataOf<'reward.balance.changed'>
}

/**
 * The events `reward.balance.changed` that follow from others: one for each account and unit, however many of them change
 * its balance. They are in the feed alone, so a grant costs tracking nothing more.
 */
export function balanceEvents(
  { newId }: Transaction,
  events: readonly EventRow[],
  state: EventState,
): readonly BalanceEvent[] {
  const made = new Map<string, BalanceEvent>()
  for (const event of events) {
    const changed = changedBalance(event, state)
    if (changed === null) continue
    const { account, unit } = changed
    const isOwn = event.type === 'reward.balance.changed'
    const id = isOwn ? event.id : newId<EventId>()
    // The first one names the reason. Keys stand for the merchant's IDs, as in all data that is stored.
    const available = Math.max(0, state.balanceOf(account, unit))
    const key = `${account} ${unit}`
    const balance = {
      event: { ...event, id, type: 'reward.balance.changed', account_id: account } as const,
      data: { accountId: account, unit, available },
    }
    if (!made.has(key)) made.set(key, balance)
  }
  return [...made.values()]
}

type Balance = { readonly account: AccountKey; readonly unit: string }

function changedBalance(event: EventRow, { rewards, spent, now }: EventState): Balance | null {
  switch (event.type) {
    case 'reward.created':
    case 'reward.given':
    case 'reward.restored':
    case 'reward.cancelled': {
      const row = rewards.get(event.reward_id ?? '')
      // A reward that has not been given yet is in no balance.
      const isGiven = row !== undefined && row.given_at !== null && row.given_at <= now
      return isGiven && isCreditType(row.type) ? { account: row.account_id, unit: row.unit } : null
    }
    case 'reward.redeemed':
    case 'reward.balance.changed': {
      const row = spent.get(event.resource_id ?? '')
      return row === undefined ? null : { account: row.account_id, unit: row.unit }
    }
    default:
      return null
  }
}
