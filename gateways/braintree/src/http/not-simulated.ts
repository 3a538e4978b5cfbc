/** What the gateway has at a path that nothing is at here, in words for the log; null for a path that it has not either. */
export function notSimulated(path: string): string | null {
  return known.find(([pattern]) => pattern.test(path))?.[1] ?? null
}

/** The APIs of official SDKs, by their part of the path. */
const known: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^\/graphql\b/, 'the GraphQL API'],
  [/^\/oauth\b|\/oauth_testing\b/, 'OAuth'],
  [/^\/merchants\/create_via_api\b/, 'creating merchants; they come from the fixtures'],
  [/\/document_uploads\b/, 'uploading documents'],
  [/\/paypal_account\b|\/paypal\b|\/paypal_payment_resource\b/, 'PayPal'],
  [/\/venmo(_accounts?)?\b/, 'Venmo'],
  [/\/us_bank_account/, 'US bank accounts'],
  [/\/sepa_(direct_)?debit/, 'SEPA direct debit'],
  [/\/europe_bank_account/, 'European bank accounts'],
  [/\/(apple_pay|android_pay|google_pay|samsung_pay|visa_checkout)/, 'wallets'],
  [/\/(three_d_secure|payment_methods\/[^/]+\/three_d_secure)/, '3D Secure'],
  [/\/local_payment/, 'local payment methods'],
  [/\/payment_methods\/(grant|revoke)\b|\/shared_vault\b/, 'sharing vaults'],
  [/\/merchant_accounts\b/, 'creating merchant accounts; they come from the fixtures'],
  [/\/add_ons\/|\/discounts\/|\/(add_ons|discounts)$/, 'add-ons and discounts as a list only'],
  [/\/transactions\/[^/]+\/adjust_authorization\b/, 'adjusting authorizations'],
  [
    /\/transactions\/[^/]+\/(hold_in_escrow|submit_for_release|release_from_escrow|cancel_release)\b/,
    'escrow',
  ],
  [/\/transactions\/[^/]+\/shipments\b/, 'tracking packages'],
  [/\/transactions\/[^/]+\/supplementary_data\b/, 'supplementary data of transactions'],
  [/\/(disbursements?|transfers?|payouts?)\b/, 'disbursements'],
  [/\/(account_updater|reports?)\b/, 'reports'],
  [/\/exchange_rate/, 'exchange rates'],
  [/\/customer_(session|recommendations)/, 'customer sessions'],
  [/\/bank_account_instant_verification/, 'verifying bank accounts'],
]
