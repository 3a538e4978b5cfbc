import type { INodePropertyOptions } from 'n8n-workflow'

/** The events of webhooks, in the order of their names; a test compares them with the contract. */
export const eventTypes: INodePropertyOptions[] = [
  { name: 'Account Blocked', value: 'account.blocked' },
  { name: 'Account Unblocked', value: 'account.unblocked' },
  { name: 'Bill Mended', value: 'bill.mended' },
  { name: 'Bill Wrong', value: 'bill.wrong' },
  { name: 'Connection Broken', value: 'connection.broken' },
  { name: 'Discount Changed', value: 'discount.changed' },
  { name: 'Discount Drifted', value: 'discount.drifted' },
  { name: 'Discount Failed', value: 'discount.failed' },
  { name: 'Export Completed', value: 'export.completed' },
  { name: 'Referral Appealed', value: 'referral.appealed' },
  { name: 'Referral Converted', value: 'referral.converted' },
  { name: 'Referral Ended', value: 'referral.ended' },
  { name: 'Referral Moderated', value: 'referral.moderated' },
  { name: 'Referral Overdue', value: 'referral.overdue' },
  { name: 'Referral Started', value: 'referral.started' },
  { name: 'Reward Balance Changed', value: 'reward.balance.changed' },
  { name: 'Reward Cancelled', value: 'reward.cancelled' },
  { name: 'Reward Created', value: 'reward.created' },
  { name: 'Reward Redeemed', value: 'reward.redeemed' },
  { name: 'User Created', value: 'user.created' },
]
