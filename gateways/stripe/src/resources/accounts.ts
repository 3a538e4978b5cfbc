import type { StripeAccount } from '../model/account.ts'
import { missing } from '../wire/api-error.ts'
import { listInside } from '../wire/list.ts'
import { get, type Route } from './route.ts'

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
    controller: { type: 'account' as const },
    country,
    created: 1_577_836_800,
    default_currency: currency,
    details_submitted: true,
    email: null,
    external_accounts: listInside(`/v1/accounts/${id}/external_accounts`, []),
    future_requirements: noRequirements,
    metadata: {},
    payouts_enabled: true,
    requirements: noRequirements,
    settings: {
      dashboard: { display_name: 'Local Stripe', timezone: 'Etc/UTC' },
      payments: {
        statement_descriptor: 'LOCAL STRIPE',
        statement_descriptor_kana: null,
        statement_descriptor_kanji: null,
      },
    },
    tos_acceptance: {},
    type: 'standard' as const,
  }
}

const noRequirements = {
  alternatives: [],
  current_deadline: null,
  currently_due: [],
  disabled_reason: null,
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
}
