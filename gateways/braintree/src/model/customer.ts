/** A custom field of customers, which is declared in the Control Panel first. */
export type CustomField = {
  /** The name as the API spells it: `referral_coupon`. */
  readonly name: string
  /** A pass-back field is only in the response to its request, and not stored. */
  readonly kind: 'store_and_pass_back' | 'pass_back'
}

export type Customer = {
  id: string
  readonly sequence: number
  fields: CustomerFields
  customFields: Readonly<Record<string, string>>
  addresses: readonly Address[]
  readonly createdAt: number
  updatedAt: number
}

export type CustomerFields = {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly company: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly internationalPhone: InternationalPhone
  readonly fax: string | null
  readonly website: string | null
}

export type Address = {
  readonly id: string
  readonly fields: AddressFields
  readonly createdAt: number
  readonly updatedAt: number
}

/** The texts of an address, in the order of answers. */
export const addressTexts = [
  'firstName',
  'lastName',
  'company',
  'streetAddress',
  'extendedAddress',
  'locality',
  'region',
  'postalCode',
  'countryName',
  'countryCodeAlpha2',
  'countryCodeAlpha3',
  'countryCodeNumeric',
  'phoneNumber',
] as const

export type AddressFields = Readonly<Record<(typeof addressTexts)[number], string | null>> & {
  readonly internationalPhone: InternationalPhone
}

export type InternationalPhone = {
  readonly countryCode: string | null
  readonly nationalNumber: string | null
}
