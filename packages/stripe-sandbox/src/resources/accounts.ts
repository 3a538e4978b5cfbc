import type { StripeAccount } from '../model/account.ts'
import { missing } from '../wire/api-error.ts'
import { get, type Route } from '../wire/route.ts'

export const accountRoutes: readonly Route[] = [
  get(
    '/account',
    'account',
    () =>
      ({ account }) =>
        accountJson(account),
  ),
  get('/accounts/:id', 'account', (_params, { id = '' }) => ({ account }) => {
    if (id !== account.id) throw missing('account', id)
    return accountJson(account)
  }),
]

function accountJson({ id, settings: { country, currency } }: StripeAccount) {
  return {
    id,
    object: 'account' as const,
    business_profile: null,
    business_type: null,
    capabilities: { card_payments: 'active' as const, transfers: 'active' as const },
    charges_enabled: true,
    country,
    created: 1_577_836_800,
    default_currency: currency,
    details_submitted: true,
    email: null,
    metadata: {},
    payouts_enabled: true,
    settings: {
      dashboard: { display_name: 'Local Stripe', timezone: 'Etc/UTC' },
      payments: {
        statement_descriptor: 'LOCAL STRIPE',
        statement_descriptor_kana: null,
        statement_descriptor_kanji: null,
      },
    },
    type: 'standard' as const,
  }
}
