import type { Problem } from '../protocol/problems.ts'
import { textField } from './text-field.ts'

export const addressTexts = {
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
