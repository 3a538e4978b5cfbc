import type { Problem } from '../../protocol/problems.ts'

/**
 * What can be wrong with a plan and with no subscription. The gateway's lists name no codes for plans: where the rule is that
 * of a subscription its code is used, and here the one for a request in the wrong form.
 */
export const planProblems = {
  nameBlank: { code: '91921', attribute: 'name', message: 'Name is required.' },
  currencyInvalid: {
    code: '91921',
    attribute: 'currency_iso_code',
    message: 'Currency ISO code is invalid.',
  },
  frequencyInvalid: {
    code: '91921',
    attribute: 'billing_frequency',
    message: 'Billing frequency must be between 1 and 12.',
  },
} as const satisfies Readonly<Record<string, Problem>>
