import { addressShape } from '../../addresses/address-fields.ts'
import type { Shape } from '../../model/params.ts'

type Fields = { readonly [key: string]: Shape }

/** The options of payments by PayPal; a card is stored and charged without them. */
export const paypalOptionsShape = {
  amount: 'value',
  custom_field: 'value',
  description: 'value',
  order_id: 'value',
  payee_email: 'value',
  payee_id: 'value',
  recipient_email: 'value',
  recipient_phone: { country_code: 'value', national_number: 'value' },
  shipping: addressShape,
  supplementary_data: 'anything',
} satisfies Shape

const options = {
  fail_on_duplicate_payment_method: 'value',
  fail_on_duplicate_payment_method_for_customer: 'value',
  make_default: 'value',
  paypal: paypalOptionsShape,
  skip_advanced_fraud_checking: 'value',
  verification_amount: 'value',
  verification_merchant_account_id: 'value',
  verify_card: 'value',
} satisfies Shape

/** The data printed on a card. */
export const cardFaceShape = {
  cardholder_name: 'value',
  cvv: 'value',
  expiration_date: 'value',
  expiration_month: 'value',
  expiration_year: 'value',
  number: 'value',
} satisfies Shape

/** The parameters of a card, and where it is billed. */
export const plainCardShape = { ...cardFaceShape, billing_address: addressShape } satisfies Shape

/** The parameters of every request with a card for the vault. */
const card = {
  ...plainCardShape,
  billing_address: { ...addressShape, options: { update_existing: 'value' } },
  billing_address_id: 'value',
  device_data: 'value',
  device_session_id: 'value',
  fraud_merchant_id: 'value',
  options,
  payment_method_nonce: 'value',
  token: 'value',
} satisfies Shape

export const newCardShape: Fields = { ...card, customer_id: 'value' }
export const changedCardShape: Fields = card
/** The shape of a card within a customer. */
export const cardOfCustomerShape: Fields = {
  ...card,
  options: { ...options, update_existing_token: 'value' },
}
