import { amountProblems, problem } from '../../protocol/problems.ts'

export const cardProblems = {
  customerRequired: problem('91704', 'customer_id', 'Customer ID is required.'),
  customerInvalid: problem('91705', 'customer_id', 'Customer ID is invalid.'),

  tokenInvalid: problem('91718', 'token', 'Token is invalid.'),
  tokenInUse: problem('91719', 'token', 'Credit card token is taken.'),
  tokenTooLong: problem('91720', 'token', 'Credit card token is too long.'),
  tokenNotAllowed: problem('91721', 'token', 'Token is not an allowed token.'),
  tokenRequired: problem('91722', 'token', 'Payment method token is required.'),

  cardholderTooLong: problem('81723', 'cardholder_name', 'Cardholder name is too long.'),
  cvvInvalid: problem(
    '81707',
    'cvv',
    'CVV must be 4 digits for American Express and 3 digits for other card types.',
  ),

  numberRequired: problem('81714', 'number', 'Credit card number is required.'),
  numberInvalid: problem('81715', 'number', 'Credit card number is invalid.'),
  numberLength: problem('81716', 'number', 'Credit card number must be 12-19 digits.'),
  numberNoTest: problem('81717', 'number', 'Credit card number is not an accepted test number.'),
  sourceRequired: problem(
    '81725',
    'base',
    'Credit card must include number, payment_method_nonce, or venmo_sdk_payment_method_code.',
  ),
  duplicate: problem('81724', 'number', 'Duplicate card exists in the vault.'),
  duplicateForCustomer: problem('81763', 'number', 'Duplicate card exists in the vault for the customer.'),

  expirationRequired: problem('81709', 'expiration_date', 'Expiration date is required.'),
  expirationInvalid: problem('81710', 'expiration_date', 'Expiration date is invalid.'),
  expirationDateYear: problem(
    '81711',
    'expiration_date',
    'Expiration date year is invalid. It must be between 1975 and 2201.',
  ),
  expirationMonth: problem('81712', 'expiration_month', 'Expiration month is invalid.'),
  expirationYear: problem(
    '81713',
    'expiration_year',
    'Expiration year is invalid. It must be between 1975 and 2201.',
  ),
  expirationConflict: problem(
    '91708',
    'expiration_date',
    'Cannot provide expiration_date if you are also providing expiration_month and expiration_year.',
  ),

  billingConflict: problem(
    '91701',
    'base',
    'Cannot provide both a billing address and a billing address ID.',
  ),
  billingIdInvalid: problem('91702', 'billing_address_id', 'Billing address ID is invalid.'),

  nonceConsumed: problem(
    '91731',
    'payment_method_nonce',
    'Cannot use a payment_method_nonce more than once.',
  ),
  nonceUnknown: problem('91732', 'payment_method_nonce', 'Unknown or expired payment_method_nonce.'),
  nonceOfAnother: problem(
    '91617',
    'payment_method_nonce',
    'Vaulted payment instrument nonce belongs to a different customer.',
  ),
}

/** Problems of `options`. */
export const optionProblems = {
  updateExistingTokenInvalid: problem('91723', 'update_existing_token', 'Update existing token is invalid.'),
  updateExistingTokenNotAllowed: problem(
    '91729',
    'update_existing_token',
    'Update existing token is not allowed when creating a customer.',
  ),
  accountInvalid: problem(
    '91728',
    'verification_merchant_account_id',
    'Verification merchant account ID is invalid.',
  ),
  amount: amountProblems('verification_amount', 'Verification amount', {
    format: '91740',
    negative: '91739',
    tooLarge: '91752',
  }),
}

/** The problems of requests about a payment method of any kind. */
export const paymentMethodProblems = {
  paramsRequired: problem('93101', 'base', 'Payment method params are required.'),
  nonceRequired: problem('93103', 'payment_method_nonce', 'Nonce is required.'),
  customerRequired: problem('93104', 'customer_id', 'Customer ID is required.'),
  customerInvalid: problem('93105', 'customer_id', 'Customer ID is invalid.'),
  nonceConsumed: problem(
    '93107',
    'payment_method_nonce',
    'Cannot use a payment_method_nonce more than once.',
  ),
  nonceUnknown: problem('93108', 'payment_method_nonce', 'Unknown or expired payment_method_nonce.'),
}
