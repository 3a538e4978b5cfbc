import type { Merchant } from '../model/merchant.ts'

/** Has a card declined from now on; without a token every card is. */
export function decline(merchant: Merchant, token: string | null = null): void {
  merchant.faults = [
    {
      id: 'declines',
      match: { method: null, path: null },
      from: 1,
      times: null,
      probability: 1,
      action: { kind: 'decline', code: '2001', token, subscriptionId: null },
      seen: 0,
      hits: 0,
    },
  ]
}
