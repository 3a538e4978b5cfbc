import type { Problem } from '../../protocol/problems.ts'

export const problems = {
  canceled: problem('81901', 'base', 'Cannot edit a canceled subscription.'),
  idInUse: problem('81902', 'id', 'ID has already been taken.'),
  priceBlank: problem('81903', 'price', 'Price cannot be blank.'),
  priceFormat: problem('81904', 'price', 'Price is an invalid format.'),
  alreadyCanceled: problem('81905', 'status', 'Subscription has already been canceled.'),
  idFormat: problem('81906', 'id', "ID is invalid (use only letters, numbers, '-', and '_')."),
  trialDurationFormat: problem('81907', 'trial_duration', 'Trial Duration is an invalid format.'),
  trialDurationRequired: problem('81908', 'trial_duration', 'Trial Duration is required.'),
  trialUnit: problem('81909', 'trial_duration_unit', 'Trial Duration Unit is invalid.'),
  expired: problem('81910', 'base', 'Cannot edit expired subscription.'),
  priceLarge: problem('81923', 'price', 'Price is too large.'),
  merchantAccount: problem('91901', 'merchant_account_id', 'Merchant Account ID is invalid.'),
  token: problem('91903', 'payment_method_token', 'Payment method token is invalid.'),
  plan: problem('91904', 'plan_id', 'Plan ID is invalid.'),
  tokenOfAnother: problem(
    '91905',
    'payment_method_token',
    "Payment method token does not belong to the subscription's customer.",
  ),
  cyclesNumeric: problem('91906', 'number_of_billing_cycles', 'Number Of Billing Cycles must be numeric.'),
  cyclesPositive: problem(
    '91907',
    'number_of_billing_cycles',
    'Number Of Billing Cycles must be greater than zero.',
  ),
  cyclesInconsistent: problem(
    '91908',
    'number_of_billing_cycles',
    'Cannot specify both a number of billing cycles and never expires.',
  ),
  cyclesTooSmall: problem(
    '91909',
    'number_of_billing_cycles',
    'Number Of Billing Cycles cannot be less than the current billing cycle.',
  ),
  modificationTwice: problem('91911', 'base', 'Cannot add duplicate add-on or discount.'),
  cyclesBlank: problem('91912', 'number_of_billing_cycles', 'Number Of Billing Cycles cannot be blank.'),
  dayNumeric: problem('91913', 'billing_day_of_month', 'Billing Day Of Month must be numeric.'),
  dayInvalid: problem('91914', 'billing_day_of_month', 'Billing Day Of Month is invalid.'),
  firstDateInvalid: problem('91915', 'first_billing_date', 'First Billing Date is invalid.'),
  firstDatePast: problem('91916', 'first_billing_date', 'First Billing Date cannot be in the past.'),
  startInconsistent: problem(
    '91917',
    'base',
    'Only one of trial period, billing day of month, first billing date and start immediately can be specified.',
  ),
  dayFixed: problem('91918', 'billing_day_of_month', 'Billing Day Of Month cannot be updated.'),
  firstDateFixed: problem('91919', 'first_billing_date', 'First Billing Date cannot be updated.'),
  pastDue: problem('91920', 'base', 'Cannot edit price changing fields on past due subscription.'),
  format: problem('91921', 'base', 'Invalid request format.'),
  currency: problem(
    '91923',
    'base',
    'The currency of the plan does not match the currency of the merchant account.',
  ),
  nonce: problem('91925', 'payment_method_nonce', 'Payment method nonce is invalid.'),
  nonceOfAnother: problem(
    '91926',
    'payment_method_nonce',
    "Payment method nonce does not belong to the subscription's customer.",
  ),
} as const

export const modificationProblems = {
  quantityInvalid: problem('92001', 'quantity', 'Quantity is invalid.'),
  amountInvalid: problem('92002', 'amount', 'Amount is invalid.'),
  amountBlank: problem('92003', 'amount', 'Amount cannot be blank.'),
  quantityBlank: problem('92004', 'quantity', 'Quantity cannot be blank.'),
  cyclesInvalid: problem('92005', 'number_of_billing_cycles', 'Number Of Billing Cycles is invalid.'),
  quantityZero: problem('92010', 'quantity', 'Quantity must be greater than zero.'),
  existingInvalid: problem('92011', 'existing_id', 'Existing ID is invalid.'),
  existingRequired: problem('92012', 'existing_id', 'Existing ID is required.'),
  inheritedInvalid: problem('92013', 'inherited_from_id', 'Inherited From ID is invalid.'),
  inheritedRequired: problem('92014', 'inherited_from_id', 'Inherited From ID is required.'),
  updatedAndRemoved: problem('92015', 'existing_id', 'Cannot update and remove the same add-on or discount.'),
  notPresent: problem('92016', 'id_to_remove', 'ID to remove is not present.'),
  cyclesBlank: problem('92017', 'number_of_billing_cycles', 'Number Of Billing Cycles cannot be blank.'),
  cyclesInconsistent: problem(
    '92018',
    'number_of_billing_cycles',
    'Cannot specify both a number of billing cycles and never expires.',
  ),
  cyclesPositive: problem(
    '92019',
    'number_of_billing_cycles',
    'Number Of Billing Cycles must be greater than zero.',
  ),
  existingKind: problem('92020', 'existing_id', 'Existing ID is of the incorrect kind.'),
  removedKind: problem('92021', 'id_to_remove', 'ID to remove is of the incorrect kind.'),
  pastDue: problem('92022', 'base', 'Cannot edit add-ons or discounts on past due subscription.'),
  amountLarge: problem('92023', 'amount', 'Amount is too large.'),
  removedInvalid: problem('92025', 'id_to_remove', 'ID to remove is invalid.'),
} as const

export const descriptorProblems = {
  name: problem(
    '92201',
    'name',
    'Name must have a company name of 3, 7 or 12 characters, a * and a product.',
  ),
  phone: problem('92202', 'phone', 'Phone must have 10 digits and may have dashes, dots and parentheses.'),
  url: problem('92206', 'url', 'URL must be 13 characters or less.'),
} as const

function problem(code: string, attribute: string, message: string): Problem {
  return { code, attribute, message }
}
