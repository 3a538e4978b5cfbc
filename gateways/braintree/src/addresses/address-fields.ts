import { type AddressFields, addressTexts } from '../model/customer.ts'
import { type Params, type Shape, textOf } from '../model/params.ts'
import { type Problem, type Problems, problem } from '../protocol/problems.ts'
import { snakeCase } from '../protocol/snake-case.ts'
import { type Country, countries } from './countries.ts'
import { internationalPhoneShape, noPhone, readInternationalPhone } from './international-phone.ts'
import { readTexts, textField, textParam } from './text-field.ts'

const limitedTexts = {
  company: textField('company', '81802', 'Company'),
  extendedAddress: textField('extended_address', '81804', 'Extended address'),
  firstName: textField('first_name', '81805', 'First name'),
  lastName: textField('last_name', '81806', 'Last name'),
  locality: textField('locality', '81807', 'Locality'),
  region: textField('region', '81810', 'Region'),
  streetAddress: textField('street_address', '81812', 'Street address'),
}

export const addressProblems = {
  blank: problem('81801', 'base', 'Addresses must have at least one field filled in.'),
  tooMany: problem('91818', 'base', 'Customer has already reached the maximum of 50 addresses.'),
  postalCodeCharacters: problem(
    '81813',
    'postal_code',
    'Postal code can only contain letters, numbers, spaces, and hyphens.',
  ),
  postalCodeTooLong: problem(
    '81809',
    'postal_code',
    'Postal code may contain no more than 9 letter or number characters.',
  ),
  countryName: problem('91803', 'country_name', 'Country name is not an accepted country.'),
  countryAlpha2: problem('91814', 'country_code_alpha2', 'Country code (alpha2) is not an accepted country.'),
  countryAlpha3: problem('91816', 'country_code_alpha3', 'Country code (alpha3) is not an accepted country.'),
  countryNumeric: problem(
    '91817',
    'country_code_numeric',
    'Country code (numeric) is not an accepted country.',
  ),
  inconsistentCountry: problem('91815', 'base', 'Provided country information is inconsistent.'),
}

/** The parameters of an address. */
export const addressShape: { readonly [key: string]: Shape } = {
  ...Object.fromEntries(addressTexts.map((key) => [snakeCase(key), 'value'] as const)),
  international_phone: internationalPhoneShape,
}

export const noAddress: AddressFields = {
  // Made of all the keys.
  ...(Object.fromEntries(addressTexts.map((key) => [key, null])) as Record<
    (typeof addressTexts)[number],
    null
  >),
  internationalPhone: noPhone,
}

/** An address from a request; absent fields stay as `before`. */
export function readAddress(
  params: Params,
  problems: Problems,
  before: AddressFields = noAddress,
): AddressFields {
  const phoneNumber = textParam(params, 'phone_number')
  const postalCode = textParam(params, 'postal_code')
  return {
    ...before,
    ...readTexts(params, limitedTexts, before, problems),
    postalCode: postalCode === undefined ? before.postalCode : checkedPostalCode(postalCode, problems),
    phoneNumber: phoneNumber === undefined ? before.phoneNumber : phoneNumber,
    internationalPhone: readInternationalPhone(params, before.internationalPhone),
    ...readCountry(params, problems, before),
  }
}

/** Whether all fields are absent. */
export function isBlankAddress({ internationalPhone, ...texts }: AddressFields): boolean {
  const given = [...Object.values(texts), ...Object.values(internationalPhone)]
  return given.every((text) => text === null || text.trim() === '')
}

function checkedPostalCode(postalCode: string | null, problems: Problems): string | null {
  if (postalCode === null || postalCode === '') return postalCode
  if (!/^[A-Za-z0-9][A-Za-z0-9 -]*$/.test(postalCode)) {
    problems.add(addressProblems.postalCodeCharacters)
  } else if (postalCode.replace(/[ -]/g, '').length > 9) {
    problems.add(addressProblems.postalCodeTooLong)
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
function readCountry(params: Params, problems: Problems, before: AddressFields): CountryFields {
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
    if (country === undefined) problems.add(problem)
    else found.add(country)
  }
  if (found.size > 1) problems.add(addressProblems.inconsistentCountry)
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
