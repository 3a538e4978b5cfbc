import type { Card } from '../../model/card.ts'
import type { AddressFields, Customer, CustomerFields } from '../../model/customer.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { Route } from '../../protocol/route.ts'
import { cardsOf } from '../../records/cards/cards-of.ts'
import { customerXml } from '../../records/customer-xml.ts'
import { type Criterion, text, times } from '../../search/criterion.ts'
import { searchRoutes } from '../../search/search-routes.ts'

export const customerSearchRoutes: readonly Route[] = searchRoutes<Customer>({
  path: '/customers',
  root: 'customers',
  tag: 'customer',
  all: (merchant) => merchant.customers.values(),
  criteria,
  xml: customerXml,
})

function criteria(merchant: Merchant): Readonly<Record<string, Criterion<Customer>>> {
  const ofCards = (read: (card: Card) => string | null) =>
    text<Customer>(({ id }) => present(cardsOf(merchant, id).map(read)))
  const ofAddresses = (key: Exclude<keyof AddressFields, 'internationalPhone'>) =>
    text<Customer>(({ addresses }) => present(addresses.map(({ fields }) => fields[key])))
  const ofFields = (key: Exclude<keyof CustomerFields, 'internationalPhone'>) =>
    text<Customer>(({ fields }) => fields[key])
  return {
    id: text((it) => it.id),
    first_name: ofFields('firstName'),
    last_name: ofFields('lastName'),
    company: ofFields('company'),
    email: ofFields('email'),
    phone: ofFields('phone'),
    fax: ofFields('fax'),
    website: ofFields('website'),
    created_at: times((it) => it.createdAt),
    cardholder_name: ofCards((card) => card.cardholderName),
    credit_card_number: ofCards((card) => card.number.whole),
    credit_card_expiration_date: ofCards((card) => `${card.expirationMonth}/${card.expirationYear}`),
    payment_method_token: ofCards((card) => card.token),
    payment_method_token_with_duplicates: text(({ id }) => tokensOfSameNumbers(merchant, id)),
    // There are none to be found.
    paypal_account_email: text(() => []),
    address_first_name: ofAddresses('firstName'),
    address_last_name: ofAddresses('lastName'),
    address_street_address: ofAddresses('streetAddress'),
    address_extended_address: ofAddresses('extendedAddress'),
    address_locality: ofAddresses('locality'),
    address_region: ofAddresses('region'),
    address_postal_code: ofAddresses('postalCode'),
    address_country_name: ofAddresses('countryName'),
  }
}

/** A customer is found by the token of any card with a number that is also one of its own. */
function tokensOfSameNumbers(merchant: Merchant, customerId: string): readonly string[] {
  const numbers = new Set(cardsOf(merchant, customerId).map((card) => card.number.whole))
  return Array.from(merchant.cards.values())
    .filter((card) => numbers.has(card.number.whole))
    .map((card) => card.token)
}

function present(texts: readonly (string | null)[]): readonly string[] {
  return texts.filter((each) => each !== null)
}
