import { internationalPhoneXml } from '../addresses/international-phone.ts'
import type { Address, AddressFields } from '../model/customer.ts'
import { type Fields, time } from '../protocol/xml.ts'

export function addressXml(customerId: string, { id, fields, createdAt, updatedAt }: Address): Fields {
  return {
    id,
    'customer-id': customerId,
    ...addressFieldsXml(fields),
    'created-at': time(createdAt),
    'updated-at': time(updatedAt),
  }
}

/** An address that is not in the vault. */
export function addressFieldsXml(fields: AddressFields): Fields {
  return {
    'first-name': fields.firstName,
    'last-name': fields.lastName,
    company: fields.company,
    'street-address': fields.streetAddress,
    'extended-address': fields.extendedAddress,
    locality: fields.locality,
    region: fields.region,
    'postal-code': fields.postalCode,
    'country-name': fields.countryName,
    'country-code-alpha2': fields.countryCodeAlpha2,
    'country-code-alpha3': fields.countryCodeAlpha3,
    'country-code-numeric': fields.countryCodeNumeric,
    'phone-number': fields.phoneNumber,
    'international-phone': internationalPhoneXml(fields.internationalPhone),
  }
}
