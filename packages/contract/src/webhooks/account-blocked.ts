import { AccountBlockData } from './account-data.ts'
import { webhookEvent } from './webhook-event.ts'

export const accountBlocked = webhookEvent({
  type: 'account.blocked',
  summary: 'An account was blocked',
  description:
    'The account’s codes attribute no new accounts, and its referrals in progress are held. A `referral.moderated` follows for each of them.',
  data: AccountBlockData,
  example: { accountId: 'acct_bob', dateBlocked: 1_786_000_000_000 },
})
