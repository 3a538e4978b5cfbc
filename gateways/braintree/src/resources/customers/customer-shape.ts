import { internationalPhoneShape } from '../../addresses/international-phone.ts'
import type { Shape } from '../../model/params.ts'
import { cardOfCustomerShape, paypalOptionsShape } from '../cards/card-shape.ts'

type Fields = { readonly [key: string]: Shape }

export const newCustomerShape: Fields = {
  company: 'value',
  credit_card: cardOfCustomerShape,
  custom_fields: 'anything',
  device_data: 'value',
  device_session_id: 'value',
  email: 'value',
  fax: 'value',
  first_name: 'value',
  fraud_merchant_id: 'value',
  id: 'value',
  international_phone: internationalPhoneShape,
  last_name: 'value',
  options: { paypal: paypalOptionsShape },
  payment_method_nonce: 'value',
  phone: 'value',
  risk_data: { customer_browser: 'value', customer_ip: 'value' },
  // Not returned by the real gateway either.
  tax_identifiers: [{ country_code: 'value', identifier: 'value' }],
  website: 'value',
}

export const changedCustomerShape: Fields = { ...newCustomerShape, default_payment_method_token: 'value' }
