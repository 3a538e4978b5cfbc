import type { Problem } from '../../protocol/problems.ts'

/** The problems of requests about transactions. */
export const transactionProblems = {
  amountNegative: { code: '81501', attribute: 'amount', message: 'Amount cannot be negative.' },
  amountRequired: { code: '81502', attribute: 'amount', message: 'Amount is required.' },
  amountFormat: { code: '81503', attribute: 'amount', message: 'Amount is an invalid format.' },
  amountTooLarge: { code: '81528', attribute: 'amount', message: 'Amount is too large.' },
  amountNotPositive: {
    code: '81531',
    attribute: 'amount',
    message: 'Amount must be greater than zero.',
  },
  taxNegative: { code: '81534', attribute: 'tax_amount', message: 'Tax amount cannot be negative.' },
  taxFormat: { code: '81535', attribute: 'tax_amount', message: 'Tax amount is an invalid format.' },
  discountNegative: {
    code: '915160',
    attribute: 'discount_amount',
    message: 'Discount amount cannot be negative.',
  },
  discountFormat: {
    code: '915159',
    attribute: 'discount_amount',
    message: 'Discount amount is an invalid format.',
  },
  shippingNegative: {
    code: '915163',
    attribute: 'shipping_amount',
    message: 'Shipping amount cannot be negative.',
  },
  shippingFormat: {
    code: '915162',
    attribute: 'shipping_amount',
    message: 'Shipping amount is an invalid format.',
  },
  taxTooLarge: { code: '81536', attribute: 'tax_amount', message: 'Tax amount is too large.' },
  discountTooLarge: {
    code: '915161',
    attribute: 'discount_amount',
    message: 'Discount amount is too large.',
  },
  shippingTooLarge: {
    code: '915164',
    attribute: 'shipping_amount',
    message: 'Shipping amount is too large.',
  },
  shipsFromInvalid: {
    code: '915166',
    attribute: 'ships_from_postal_code',
    message: 'Ships from postal code is invalid.',
  },
  shipsFromCharacters: {
    code: '915167',
    attribute: 'ships_from_postal_code',
    message: 'Ships from postal code can only contain letters, numbers, spaces, and hyphens.',
  },
  shipsFromTooLong: {
    code: '915165',
    attribute: 'ships_from_postal_code',
    message: 'Ships from postal code is too long.',
  },
  orderIdTooLong: { code: '91501', attribute: 'order_id', message: 'Order ID is too long.' },
  channelTooLong: { code: '91550', attribute: 'channel', message: 'Channel is too long.' },
  purchaseOrderTooLong: {
    code: '91537',
    attribute: 'purchase_order_number',
    message: 'Purchase order number is too long.',
  },
  purchaseOrderInvalid: {
    code: '91548',
    attribute: 'purchase_order_number',
    message: 'Purchase order number is invalid.',
  },
  productSkuInvalid: { code: '915202', attribute: 'product_sku', message: 'Product SKU is invalid.' },
  quoteIdTooLong: {
    code: '915229',
    attribute: 'exchange_rate_quote_id',
    message: 'Exchange rate quote ID is too long.',
  },
  shippingMethodInvalid: {
    code: '915203',
    attribute: 'shipping_method',
    message: 'Shipping method is invalid.',
  },
  shippingPhoneInvalid: {
    code: '915204',
    attribute: 'phone_number',
    message: 'Shipping phone number is invalid.',
  },
  billingPhoneInvalid: {
    code: '915206',
    attribute: 'phone_number',
    message: 'Billing phone number is invalid.',
  },
  typeRequired: { code: '91524', attribute: 'type', message: 'Transaction type is required.' },
  typeInvalid: { code: '91523', attribute: 'type', message: 'Transaction type is invalid.' },
  sourceInvalid: {
    code: '915133',
    attribute: 'transaction_source',
    message: 'Transaction source is invalid.',
  },
  cardRequired: {
    code: '91508',
    attribute: 'base',
    message: 'Cannot determine payment method.',
  },
  paymentMethodConflict: {
    code: '91515',
    attribute: 'base',
    message: 'Cannot provide more than one of payment_method_token, payment_method_nonce and credit_card.',
  },
  customerIdInvalid: { code: '91510', attribute: 'customer_id', message: 'Customer ID is invalid.' },
  customerWithoutCard: {
    code: '91511',
    attribute: 'customer_id',
    message: 'Customer does not have any credit cards.',
  },
  tokenInvalid: {
    code: '91518',
    attribute: 'payment_method_token',
    message: 'Payment method token is invalid.',
  },
  tokenOfAnother: {
    code: '91516',
    attribute: 'base',
    message:
      'Cannot provide both payment_method_token and customer_id unless the payment_method belongs to the customer.',
  },
  nonceConsumed: {
    code: '91564',
    attribute: 'payment_method_nonce',
    message: 'Cannot use a payment_method_nonce more than once.',
  },
  nonceUnknown: {
    code: '91565',
    attribute: 'payment_method_nonce',
    message: 'Unknown or expired payment_method_nonce.',
  },
  merchantAccountInvalid: {
    code: '91513',
    attribute: 'merchant_account_id',
    message: 'Merchant account ID is invalid.',
  },
  shippingOfAnother: {
    code: '91581',
    attribute: 'shipping_address_id',
    message: "Shipping address doesn't match the customer.",
  },
  billingOfAnother: {
    code: '91702',
    attribute: 'billing_address_id',
    message: 'Billing address ID is invalid.',
  },
  subscriptionInvalid: {
    code: '91528',
    attribute: 'subscription_id',
    message: 'Subscription ID is invalid.',
  },
  tokenOfAnotherSubscription: {
    code: '91527',
    attribute: 'payment_method_token',
    message:
      'Cannot provide both payment_method_token and subscription_id unless the payment method belongs to the subscription.',
  },
  subscriptionOfAnother: {
    code: '91529',
    attribute: 'subscription_id',
    message:
      'Cannot provide both customer_id and subscription_id unless the subscription belongs to the customer.',
  },
  accountOfAnotherSubscription: {
    code: '915180',
    attribute: 'merchant_account_id',
    message: 'Merchant account ID does not match the subscription.',
  },
  subscriptionNotPastDue: {
    code: '91531',
    attribute: 'subscription_id',
    message: 'Subscription status must be Past Due in order to retry.',
  },
  cannotVoid: {
    code: '91504',
    attribute: 'base',
    message:
      'Transaction can only be voided if status is authorized, submitted_for_settlement, or - for PayPal - settlement_pending.',
  },
  cannotSubmit: {
    code: '91507',
    attribute: 'base',
    message: 'Cannot submit for settlement unless status is authorized.',
  },
  settlementTooLarge: {
    code: '91522',
    attribute: 'amount',
    message: 'Settlement amount cannot be more than the authorized amount.',
  },
  cannotSubmitPartially: {
    code: '915103',
    attribute: 'base',
    message: 'Cannot submit for partial settlement.',
  },
  cannotUpdateDetails: {
    code: '915129',
    attribute: 'base',
    message: 'Cannot update transaction details not submitted for settlement.',
  },
  cannotRefundCredit: { code: '91505', attribute: 'base', message: 'Cannot refund credit.' },
  cannotRefundUnsettled: {
    code: '91506',
    attribute: 'base',
    message: 'Cannot refund a transaction unless it is settled.',
  },
  alreadyRefunded: {
    code: '91512',
    attribute: 'base',
    message: 'Transaction has already been fully refunded.',
  },
  refundTooLarge: { code: '91521', attribute: 'amount', message: 'Refund amount is too large.' },
  cannotSimulateSettlement: {
    code: '91575',
    attribute: 'base',
    message: 'Cannot transition transaction to settled, settlement_confirmed, or settlement_declined',
  },
  cannotCloneCredit: { code: '91543', attribute: 'base', message: 'Credits cannot be cloned.' },
  cannotCloneUnsuccessful: {
    code: '91542',
    attribute: 'base',
    message: 'Unsuccessful transaction cannot be cloned.',
  },
  cannotCloneVaulted: {
    code: '91540',
    attribute: 'base',
    message: 'Transaction cannot be cloned if payment method is stored in vault.',
  },
  cloneNeedsSubmission: {
    code: '91544',
    attribute: 'base',
    message: 'Cannot clone transaction without submit_for_settlement flag.',
  },
  requestKeyTooLong: {
    code: '915230',
    attribute: 'api_request_key',
    message: 'API request key is too long.',
  },
  requestKeyNotAllowed: {
    code: '915231',
    attribute: 'api_request_key',
    message: 'API request key is not allowed.',
  },
  requestKeyOfAnother: {
    code: '915232',
    attribute: 'api_request_key',
    message: 'API request key can be reused only with the same request.',
  },
} as const satisfies Readonly<Record<string, Problem>>

export function customFieldInvalid(name: string): Problem {
  return { code: '91526', attribute: 'custom_fields', message: `Custom field is invalid: ${name}.` }
}

export function customFieldTooLong(name: string): Problem {
  return { code: '81527', attribute: 'custom_fields', message: `Custom field is too long: ${name}.` }
}
