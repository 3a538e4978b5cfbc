import { internationalPhoneXml } from '../addresses/international-phone.ts'
import { type Address, type AddressFields, addressTexts } from '../model/customer.ts'
import { snakeCase } from '../protocol/snake-case.ts'
import { type Fields, time, type XmlValue } from '../protocol/xml.ts'

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
  const xml: Record<string, XmlValue> = {}
  for (const [key, tag] of tags) xml[tag] = fields[key]
  xml['international-phone'] = internationalPhoneXml(fields.internationalPhone)
  return xml
}

const tags = addressTexts.map((key) => [key, snakeCase(key).replaceAll('_', '-')] as const)
