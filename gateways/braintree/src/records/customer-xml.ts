import { internationalPhoneXml } from '../addresses/international-phone.ts'
import type { Customer } from '../model/customer.ts'
import type { Merchant } from '../model/merchant.ts'
import { array, type Fields, time } from '../protocol/xml.ts'
import { addressXml } from './address-xml.ts'
import { cardXml } from './card-xml.ts'
import { cardsOf } from './cards/cards-of.ts'
import { globalIdOf } from './global-id.ts'
import { customFieldsXml } from './transaction-xml.ts'

type Shown = {
  /** Custom fields that are passed back and not stored. */
  readonly passedBack?: Readonly<Record<string, string>>
  readonly withoutAssociations?: boolean
}

export function customerXml(
  merchant: Merchant,
  customer: Customer,
  now: number,
  { passedBack = {}, withoutAssociations = false }: Shown = {},
): Fields {
  const { id, fields } = customer
  const cards = withoutAssociations ? [] : cardsOf(merchant, id)
  const addresses = withoutAssociations ? [] : customer.addresses
  return {
    id,
    'merchant-id': merchant.id,
    'first-name': fields.firstName,
    'last-name': fields.lastName,
    company: fields.company,
    email: fields.email,
    phone: fields.phone,
    'international-phone': internationalPhoneXml(fields.internationalPhone),
    fax: fields.fax,
    website: fields.website,
    'created-at': time(customer.createdAt),
    'updated-at': time(customer.updatedAt),
    'custom-fields': customFieldsXml({ ...customer.customFields, ...passedBack }),
    'global-id': globalIdOf('customer', id),
    'graphql-id': globalIdOf('customer', id),
    'credit-cards': array(
      'credit-card',
      cards.map((each) => cardXml(merchant, each, now)),
    ),
    addresses: array(
      'address',
      addresses.map((each) => addressXml(id, each)),
    ),
    'paypal-accounts': array('paypal-account', []),
  }
}
