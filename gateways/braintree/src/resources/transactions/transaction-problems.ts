import { amountProblems, type Problem, problem } from '../../protocol/problems.ts'

/** The problems of requests about transactions. */
export const transactionProblems = {
  amount: amountProblems('amount', 'Amount', { format: '81503', negative: '81501', tooLarge: '81528' }),
  tax: amountProblems('tax_amount', 'Tax amount', { format: '81535', negative: '81534', tooLarge: '81536' }),
  discount: amountProblems('discount_amount', 'Discount amount', {
    format: '915159',
    negative: '915160',
    tooLarge: '915161',
  }),
  shipping: amountProblems('shipping_amount', 'Shipping amount', {
    format: '915162',
    negative: '915163',
    tooLarge: '915164',
  }),
  amountRequired: problem('81502', 'amount', 'Amount is required.'),
  amountNotPositive: problem('81531', 'amount', 'Amount must be greater than zero.'),
  shipsFromInvalid: problem('915166', 'ships_from_postal_code', 'Ships from postal code is invalid.'),
  shipsFromCharacters: problem(
    '915167',
    'ships_from_postal_code',
    'Ships from postal code can only contain letters, numbers, spaces, and hyphens.',
  ),
  shipsFromTooLong: problem('915165', 'ships_from_postal_code', 'Ships from postal code is too long.'),
  orderIdTooLong: problem('91501', 'order_id', 'Order ID is too long.'),
  channelTooLong: problem('91550', 'channel', 'Channel is too long.'),
  purchaseOrderTooLong: problem('91537', 'purchase_order_number', 'Purchase order number is too long.'),
  purchaseOrderInvalid: problem('91548', 'purchase_order_number', 'Purchase order number is invalid.'),
  productSkuInvalid: problem('915202', 'product_sku', 'Product SKU is invalid.'),
  quoteIdTooLong: problem('915229', 'exchange_rate_quote_id', 'Exchange rate quote ID is too long.'),
  shippingMethodInvalid: problem('915203', 'shipping_method', 'Shipping method is invalid.'),
  shippingPhoneInvalid: problem('915204', 'phone_number', 'Shipping phone number is invalid.'),
  billingPhoneInvalid: problem('915206', 'phone_number', 'Billing phone number is invalid.'),
  typeRequired: problem('91524', 'type', 'Transaction type is required.'),
  typeInvalid: problem('91523', 'type', 'Transaction type is invalid.'),
  sourceInvalid: problem('915133', 'transaction_source', 'Transaction source is invalid.'),
  cardRequired: problem('91508', 'base', 'Cannot determine payment method.'),
  paymentMethodConflict: problem(
    '91515',
    'base',
    'Cannot provide more than one of payment_method_token, payment_method_nonce and credit_card.',
  ),
  customerIdInvalid: problem('91510', 'customer_id', 'Customer ID is invalid.'),
  customerWithoutCard: problem('91511', 'customer_id', 'Customer does not have any credit cards.'),
  tokenInvalid: problem('91518', 'payment_method_token', 'Payment method token is invalid.'),
  tokenOfAnother: problem(
    '91516',
    'base',
    'Cannot provide both payment_method_token and customer_id unless the payment_method belongs to the customer.',
  ),
  nonceConsumed: problem(
    '91564',
    'payment_method_nonce',
    'Cannot use a payment_method_nonce more than once.',
  ),
  nonceUnknown: problem('91565', 'payment_method_nonce', 'Unknown or expired payment_method_nonce.'),
  merchantAccountInvalid: problem('91513', 'merchant_account_id', 'Merchant account ID is invalid.'),
  shippingOfAnother: problem('91581', 'shipping_address_id', "Shipping address doesn't match the customer."),
  billingOfAnother: problem('91702', 'billing_address_id', 'Billing address ID is invalid.'),
  subscriptionInvalid: problem('91528', 'subscription_id', 'Subscription ID is invalid.'),
  tokenOfAnotherSubscription: problem(
    '91527',
    'payment_method_token',
    'Cannot provide both payment_method_token and subscription_id unless the payment method belongs to the subscription.',
  ),
  subscriptionOfAnother: problem(
    '91529',
    'subscription_id',
    'Cannot provide both customer_id and subscription_id unless the subscription belongs to the customer.',
  ),
  accountOfAnotherSubscription: problem(
    '915180',
    'merchant_account_id',
    'Merchant account ID does not match the subscription.',
  ),
  subscriptionNotPastDue: problem(
    '91531',
    'subscription_id',
    'Subscription status must be Past Due in order to retry.',
  ),
  cannotVoid: problem(
    '91504',
    'base',
    'Transaction can only be voided if status is authorized, submitted_for_settlement, or - for PayPal - settlement_pending.',
  ),
  cannotSubmit: problem('91507', 'base', 'Cannot submit for settlement unless status is authorized.'),
  settlementTooLarge: problem(
    '91522',
    'amount',
    'Settlement amount cannot be more than the authorized amount.',
  ),
  cannotSubmitPartially: problem('915103', 'base', 'Cannot submit for partial settlement.'),
  cannotUpdateDetails: problem(
    '915129',
    'base',
    'Cannot update transaction details not submitted for settlement.',
  ),
  cannotRefundCredit: problem('91505', 'base', 'Cannot refund credit.'),
  cannotRefundUnsettled: problem('91506', 'base', 'Cannot refund a transaction unless it is settled.'),
  alreadyRefunded: problem('91512', 'base', 'Transaction has already been fully refunded.'),
  refundTooLarge: problem('91521', 'amount', 'Refund amount is too large.'),
  cannotSimulateSettlement: problem(
    '91575',
    'base',
    'Cannot transition transaction to settled, settlement_confirmed, or settlement_declined',
  ),
  cannotCloneCredit: problem('91543', 'base', 'Credits cannot be cloned.'),
  cannotCloneUnsuccessful: problem('91542', 'base', 'Unsuccessful transaction cannot be cloned.'),
  cannotCloneVaulted: problem(
    '91540',
    'base',
    'Transaction cannot be cloned if payment method is stored in vault.',
  ),
  cloneNeedsSubmission: problem(
    '91544',
    'base',
    'Cannot clone transaction without submit_for_settlement flag.',
  ),
  requestKeyTooLong: problem('915230', 'api_request_key', 'API request key is too long.'),
  requestKeyNotAllowed: problem('915231', 'api_request_key', 'API request key is not allowed.'),
  requestKeyOfAnother: problem(
    '915232',
    'api_request_key',
    'API request key can be reused only with the same request.',
  ),
}

export function customFieldInvalid(name: string): Problem {
  return problem('91526', 'custom_fields', `Custom field is invalid: ${name}.`)
}

export function customFieldTooLong(name: string): Problem {
  return problem('81527', 'custom_fields', `Custom field is too long: ${name}.`)
}
