import type { Problem } from '../../protocol/problems.ts'

export const cardProblems = {
  customerRequired: { code: '91704', attribute: 'customer_id', message: 'Customer ID is required.' },
  customerInvalid: { code: '91705', attribute: 'customer_id', message: 'Customer ID is invalid.' },

  tokenInvalid: { code: '91718', attribute: 'token', message: 'Token is invalid.' },
  tokenInUse: { code: '91719', attribute: 'token', message: 'Credit card token is taken.' },
  tokenTooLong: { code: '91720', attribute: 'token', message: 'Credit card token is too long.' },
  tokenNotAllowed: { code: '91721', attribute: 'token', message: 'Token is not an allowed token.' },
  tokenRequired: { code: '91722', attribute: 'token', message: 'Payment method token is required.' },

  cardholderTooLong: {
    code: '81723',
    attribute: 'cardholder_name',
    message: 'Cardholder name is too long.',
  },
  cvvInvalid: {
    code: '81707',
    attribute: 'cvv',
    message: 'CVV must be 4 digits for American Express and 3 digits for other card types.',
  },

  numberRequired: { code: '81714', attribute: 'number', message: 'Credit card number is required.' },
  numberInvalid: { code: '81715', attribute: 'number', message: 'Credit card number is invalid.' },
  numberLength: { code: '81716', attribute: 'number', message: 'Credit card number must be 12-19 digits.' },
  numberNoTest: {
    code: '81717',
    attribute: 'number',
    message: 'Credit card number is not an accepted test number.',
  },
  sourceRequired: {
    code: '81725',
    attribute: 'base',
    message: 'Credit card must include number, payment_method_nonce, or venmo_sdk_payment_method_code.',
  },
  duplicate: { code: '81724', attribute: 'number', message: 'Duplicate card exists in the vault.' },
  duplicateForCustomer: {
    code: '81763',
    attribute: 'number',
    message: 'Duplicate card exists in the vault for the customer.',
  },

  expirationRequired: {
    code: '81709',
    attribute: 'expiration_date',
    message: 'Expiration date is required.',
  },
  expirationInvalid: { code: '81710', attribute: 'expiration_date', message: 'Expiration date is invalid.' },
  expirationDateYear: {
    code: '81711',
    attribute: 'expiration_date',
    message: 'Expiration date year is invalid. It must be between 1975 and 2201.',
  },
  expirationMonth: { code: '81712', attribute: 'expiration_month', message: 'Expiration month is invalid.' },
  expirationYear: {
    code: '81713',
    attribute: 'expiration_year',
    message: 'Expiration year is invalid. It must be between 1975 and 2201.',
  },
  expirationConflict: {
    code: '91708',
    attribute: 'expiration_date',
    message: 'Cannot provide expiration_date if you are also providing expiration_month and expiration_year.',
  },

  billingConflict: {
    code: '91701',
    attribute: 'base',
    message: 'Cannot provide both a billing address and a billing address ID.',
  },
  billingIdInvalid: {
    code: '91702',
    attribute: 'billing_address_id',
    message: 'Billing address ID is invalid.',
  },

  nonceConsumed: {
    code: '91731',
    attribute: 'payment_method_nonce',
    message: 'Cannot use a payment_method_nonce more than once.',
  },
  nonceUnknown: {
    code: '91732',
    attribute: 'payment_method_nonce',
    message: 'Unknown or expired payment_method_nonce.',
  },
  nonceOfAnother: {
    code: '91617',
    attribute: 'payment_method_nonce',
    message: 'Vaulted payment instrument nonce belongs to a different customer.',
  },
} satisfies Readonly<Record<string, Problem>>

/** Problems of `options`. */
export const optionProblems = {
  updateExistingTokenInvalid: {
    code: '91723',
    attribute: 'update_existing_token',
    message: 'Update existing token is invalid.',
  },
  updateExistingTokenNotAllowed: {
    code: '91729',
    attribute: 'update_existing_token',
    message: 'Update existing token is not allowed when creating a customer.',
  },
  accountInvalid: {
    code: '91728',
    attribute: 'verification_merchant_account_id',
    message: 'Verification merchant account ID is invalid.',
  },
  amountNegative: {
    code: '91739',
    attribute: 'verification_amount',
    message: 'Verification amount cannot be negative.',
  },
  amountFormat: {
    code: '91740',
    attribute: 'verification_amount',
    message: 'Verification amount is an invalid format.',
  },
  amountTooLarge: {
    code: '91752',
    attribute: 'verification_amount',
    message: 'Verification amount is too large.',
  },
} satisfies Readonly<Record<string, Problem>>

/** The problems of requests about a payment method of any kind. */
export const paymentMethodProblems = {
  paramsRequired: {
    code: '93101',
    attribute: 'base',
    message: 'Payment method params are required.',
  },
  nonceRequired: { code: '93103', attribute: 'payment_method_nonce', message: 'Nonce is required.' },
  customerRequired: { code: '93104', attribute: 'customer_id', message: 'Customer ID is required.' },
  customerInvalid: { code: '93105', attribute: 'customer_id', message: 'Customer ID is invalid.' },
  nonceConsumed: {
    code: '93107',
    attribute: 'payment_method_nonce',
    message: 'Cannot use a payment_method_nonce more than once.',
  },
  nonceUnknown: {
    code: '93108',
    attribute: 'payment_method_nonce',
    message: 'Unknown or expired payment_method_nonce.',
  },
} satisfies Readonly<Record<string, Problem>>
