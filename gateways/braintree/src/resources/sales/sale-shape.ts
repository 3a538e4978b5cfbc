import { addressShape } from '../../addresses/address-fields.ts'
import { internationalPhoneShape } from '../../addresses/international-phone.ts'
import type { Shape } from '../../model/params.ts'
import { cardFaceShape, paypalOptionsShape } from '../cards/card-shape.ts'
import { orderShape } from './read-order.ts'
import { shippingShape } from './read-sale-address.ts'

/** The parameters of a sale or a credit. Those about fraud and PayPal have no effect on a card. */
export const saleShape = {
  ...orderShape,
  amount: 'value',
  api_request_key: 'value',
  billing: addressShape,
  billing_address_id: 'value',
  channel: 'value',
  credit_card: { ...cardFaceShape, token: 'value' },
  custom_fields: 'anything',
  customer: {
    company: 'value',
    email: 'value',
    fax: 'value',
    first_name: 'value',
    id: 'value',
    international_phone: internationalPhoneShape,
    last_name: 'value',
    phone: 'value',
    website: 'value',
  },
  customer_id: 'value',
  device_data: 'value',
  device_session_id: 'value',
  fraud_merchant_id: 'value',
  merchant_account_id: 'value',
  options: {
    add_billing_address_to_payment_method: 'value',
    paypal: paypalOptionsShape,
    skip_advanced_fraud_checking: 'value',
    skip_avs: 'value',
    skip_cvv: 'value',
    store_in_vault: 'value',
    store_in_vault_on_success: 'value',
    store_shipping_address_in_vault: 'value',
    submit_for_settlement: 'value',
  },
  exchange_rate_quote_id: 'value',
  payment_method_nonce: 'value',
  payment_method_token: 'value',
  product_sku: 'value',
  recurring: 'value',
  risk_data: {
    customer_browser: 'value',
    customer_device_id: 'value',
    customer_ip: 'value',
    customer_location_zip: 'value',
    customer_tenure: 'value',
  },
  shipping: shippingShape,
  shipping_address_id: 'value',
  subscription_id: 'value',
  transaction_source: 'value',
  type: 'value',
} satisfies Shape
