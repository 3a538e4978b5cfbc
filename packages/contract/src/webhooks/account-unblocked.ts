import { AccountBlockData } from './account-data.ts'
import { webhookEvent } from './webhook-event.ts'

export const accountUnblocked = webhookEvent({
  type: 'account.unblocked',
  summary: 'An account was unblocked',
  description:
    'The account’s codes work again. A `referral.moderated` follows for each referral that is released, and a `reward.created` for each reward.',
  data: AccountBlockData,
  example: { accountId: 'acct_bob', dateBlocked: null },
})
