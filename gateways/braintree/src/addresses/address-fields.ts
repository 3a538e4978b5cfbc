import type { AddressFields } from '../model/customer.ts'
import { type Params, type Shape, textOf } from '../model/params.ts'
import type { Problem, Problems } from '../protocol/problems.ts'
import { type Country, countries } from './countries.ts'
import { internationalPhoneShape, noPhone, readInternationalPhone } from './international-phone.ts'
import { readTexts, textField, textParam } from './text-field.ts'

const addressTexts = {
  company: textField('company', '81802', 'Company'),
  extendedAddress: textField('extended_address', '81804', 'Extended address'),
  firstName: textField('first_name', '81805', 'First name'),
  lastName: textField('last_name', '81806', 'Last name'),
  locality: textField('locality', '81807', 'Locality'),
  region: textField('region', '81810', 'Region'),
  streetAddress: textField('street_address', '81812', 'Street address'),
}

export const addressProblems = {
  blank: { code: '81801', attribute: 'base', message: 'Addresses must have at least one field filled in.' },
  tooMany: {
    code: '91818',
    attribute: 'base',
    message: 'Customer has already reached the maximum of 50 addresses.',
  },
  postalCodeCharacters: {
    code: '81813',
    attribute: 'postal_code',
    message: 'Postal code can only contain letters, numbers, spaces, and hyphens.',
  },
  postalCodeTooLong: {
    code: '81809',
    attribute: 'postal_code',
    message: 'Postal code may contain no more than 9 letter or number characters.',
  },
  countryName: {
    code: '91803',
    attribute: 'country_name',
    message: 'Country name is not an accepted country.',
  },
  countryAlpha2: {
    code: '91814',
    attribute: 'country_code_alpha2',
    message: 'Country code (alpha2) is not an accepted country.',
  },
  countryAlpha3: {
    code: '91816',
    attribute: 'country_code_alpha3',
    message: 'Country code (alpha3) is not an accepted country.',
  },
  countryNumeric: {
    code: '91817',
    attribute: 'country_code_numeric',
    message: 'Country code (numeric) is not an accepted country.',
  },
  inconsistentCountry: {
    code: '91815',
    attribute: 'base',
    message: 'Provided country information is inconsistent.',
  },
} satisfies Readonly<Record<string, Problem>>

/** The parameters of an address. */
export const addressShape = {
  company: 'value',
  country_code_alpha2: 'value',
  country_code_alpha3: 'value',
  country_code_numeric: 'value',
  country_name: 'value',
  extended_address: 'value',
  first_name: 'value',
  international_phone: internationalPhoneShape,
  last_name: 'value',
  locality: 'value',
  phone_number: 'value',
  postal_code: 'value',
  region: 'value',
  street_address: 'value',
} satisfies Shape

export const noAddress: AddressFields = {
  firstName: null,
  lastName: null,
  company: null,
  streetAddress: null,
  extendedAddress: null,
  locality: null,
  region: null,
  postalCode: null,
  countryName: null,
  countryCodeAlpha2: null,
  countryCodeAlpha3: null,
  countryCodeNumeric: null,
  phoneNumber: null,
  internationalPhone: noPhone,
}

/** An address from a request; absent fields stay as `before`. */
export function readAddress(
  params: Params,
  path: readonly string[],
  problems: Problems,
  before: AddressFields = noAddress,
): AddressFields {
  const phoneNumber = textParam(params, 'phone_number')
  const postalCode = textParam(params, 'postal_code')
  return {
    ...before,
    ...readTexts(params, addressTexts, before, path, problems),
    postalCode: postalCode === undefined ? before.postalCode : checkedPostalCode(postalCode, path, problems),
    phoneNumber: phoneNumber === undefined ? before.phoneNumber : phoneNumber,
    internationalPhone: readInternationalPhone(params, before.internationalPhone),
    ...readCountry(params, path, problems, before),
  }
}

/** Whether all fields are absent. */
export function isBlankAddress({ internationalPhone, ...texts }: AddressFields): boolean {
  const given = [...Object.values(texts), ...Object.values(internationalPhone)]
  return given.every((text) => text === null || text.trim() === '')
}

function checkedPostalCode(
  postalCode: string | null,
  path: readonly string[],
  problems: Problems,
): string | null {
  if (postalCode === null || postalCode === '') return postalCode
  if (!/^[A-Za-z0-9][A-Za-z0-9 -]*$/.test(postalCode)) {
    problems.add(path, addressProblems.postalCodeCharacters)
  } else if (postalCode.replace(/[ -]/g, '').length > 9) {
    problems.add(path, addressProblems.postalCodeTooLong)
  }
  return postalCode
}

type CountryFields = Pick<
  AddressFields,
  'countryName' | 'countryCodeAlpha2' | 'countryCodeAlpha3' | 'countryCodeNumeric'
>

const countryKeys: readonly (readonly [attribute: string, key: keyof Country, problem: Problem])[] = [
  ['country_name', 'name', addressProblems.countryName],
  ['country_code_alpha2', 'alpha2', addressProblems.countryAlpha2],
  ['country_code_alpha3', 'alpha3', addressProblems.countryAlpha3],
  ['country_code_numeric', 'numeric', addressProblems.countryNumeric],
]

/** A country may be given in four ways; the response has all four. */
function readCountry(
  params: Params,
  path: readonly string[],
  problems: Problems,
  before: AddressFields,
): CountryFields {
  const given = countryKeys.filter(([attribute]) => textParam(params, attribute) !== undefined)
  if (given.length === 0) {
    const { countryName, countryCodeAlpha2, countryCodeAlpha3, countryCodeNumeric } = before
    return { countryName, countryCodeAlpha2, countryCodeAlpha3, countryCodeNumeric }
  }
  const found = new Set<Country>()
  for (const [attribute, key, problem] of given) {
    const text = textOf(params, attribute)
    if (text === null || text === undefined) continue
    const country = countries.find(
      (each) => each[key] === text || (key === 'name' && isAlsoCalled(each, text)),
    )
    if (country === undefined) problems.add(path, problem)
    else found.add(country)
  }
  if (found.size > 1) problems.add(path, addressProblems.inconsistentCountry)
  const [country] = found
  return {
    countryName: country?.name ?? null,
    countryCodeAlpha2: country?.alpha2 ?? null,
    countryCodeAlpha3: country?.alpha3 ?? null,
    countryCodeNumeric: country?.numeric ?? null,
  }
}

/** The gateway takes the two letters of a country for its name. */
function isAlsoCalled({ alpha2 }: Country, name: string): boolean {
  return alpha2 === name || (alpha2 === 'US' && name === 'United States')
}
