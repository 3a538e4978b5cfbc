import { textField } from '../../addresses/text-field.ts'
import type { Problem } from '../../protocol/problems.ts'

export const customerTexts = {
  firstName: textField('first_name', '81608', 'First name'),
  lastName: textField('last_name', '81613', 'Last name'),
  company: textField('company', '81601', 'Company'),
  email: textField('email', '81605', 'Email'),
  phone: textField('phone', '81614', 'Phone'),
  fax: textField('fax', '81607', 'Fax'),
  website: textField('website', '81615', 'Website'),
}

export const customerProblems = {
  idInUse: { code: '91609', attribute: 'id', message: 'Customer ID has already been taken.' },
  idInvalid: { code: '91610', attribute: 'id', message: 'Customer ID is invalid.' },
  idNotAllowed: { code: '91611', attribute: 'id', message: 'Customer ID is not an allowed ID.' },
  idTooLong: { code: '91612', attribute: 'id', message: 'Customer ID is too long.' },
  idRequired: { code: '91613', attribute: 'id', message: 'Customer ID is required.' },
  emailFormat: { code: '81604', attribute: 'email', message: 'Email is an invalid format.' },
  websiteFormat: { code: '81616', attribute: 'website', message: 'Website is an invalid format.' },
  defaultTokenInvalid: {
    code: '91718',
    attribute: 'default_payment_method_token',
    message: 'Default payment method token is invalid.',
  },
} satisfies Readonly<Record<string, Problem>>

export function customFieldInvalid(name: string): Problem {
  return { code: '91602', attribute: 'custom_fields', message: `Custom field is invalid: ${name}.` }
}

export function customFieldTooLong(name: string): Problem {
  return { code: '81603', attribute: 'custom_fields', message: `Custom field is too long: ${name}.` }
}
