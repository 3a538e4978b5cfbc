import { noPhone, readInternationalPhone } from '../../addresses/international-phone.ts'
import { MAX_TEXT, readTexts, textField, textParam } from '../../addresses/text-field.ts'
import type { Customer, CustomerFields } from '../../model/customer.ts'
import type { Merchant } from '../../model/merchant.ts'
import { findUnknown, isParams, type Params, textOf } from '../../model/params.ts'
import { RequestRejected } from '../../protocol/answer.ts'
import type { Problem, Problems } from '../../protocol/problems.ts'

const MAX_ID = 36

export type CustomerDraft = {
  /** Null: the gateway draws one, or it stays. */
  readonly id: string | null
  readonly fields: CustomerFields
  readonly customFields: CustomFields
}

const noFields: CustomerFields = {
  firstName: null,
  lastName: null,
  company: null,
  email: null,
  phone: null,
  internationalPhone: noPhone,
  fax: null,
  website: null,
}

/** Reads a customer's fields, besides cards; absent ones are as before. */
export function readCustomer(
  merchant: Merchant,
  params: Params,
  problems: Problems,
  before: Customer | null,
  path: readonly string[] = ['customer'],
): CustomerDraft {
  const id = readId(merchant, params, problems, before, path)
  const customFields = readCustomFields(merchant, params, problems, before?.customFields ?? {})
  const was = before?.fields ?? noFields
  const fields = {
    ...readTexts(params, customerTexts, was, path, problems),
    internationalPhone: readInternationalPhone(params, was.internationalPhone),
  }
  if (isOff(fields.email, /^[^\s@]+@[^\s@]+\.[^\s@.]+$/)) problems.add(path, customerProblems.emailFormat)
  if (isOff(fields.website, /^(https?:\/\/)?[^\s/.]+(\.[^\s/.]+)+(\/\S*)?$/i)) {
    problems.add(path, customerProblems.websiteFormat)
  }
  return { id, fields, customFields }
}

function readId(
  merchant: Merchant,
  params: Params,
  problems: Problems,
  before: Customer | null,
  path: readonly string[],
): string | null {
  const id = textOf(params, 'id')
  if (id === undefined) return null
  if (id === null) {
    if (before !== null) problems.add(path, customerProblems.idRequired)
    return null
  }
  if (!/^[A-Za-z0-9_-]+$/.test(id)) problems.add(path, customerProblems.idInvalid)
  else if (id.length > MAX_ID) problems.add(path, customerProblems.idTooLong)
  else if (id === 'all' || id === 'new') problems.add(path, customerProblems.idNotAllowed)
  else if (id !== before?.id && merchant.customers.has(id)) problems.add(path, customerProblems.idInUse)
  return id
}

function isOff(text: string | null, pattern: RegExp): boolean {
  return text !== null && text.trim() !== '' && !pattern.test(text)
}

export type CustomFields = {
  /** All that the vault keeps. */
  readonly stored: Readonly<Record<string, string>>
  /** Fields that only this response has. */
  readonly passedBack: Readonly<Record<string, string>>
}

/** The errors for invalid custom fields. */
type CustomFieldProblems = {
  readonly path: readonly string[]
  readonly invalid: (name: string) => Problem
  readonly tooLong: (name: string) => Problem
}

const ofCustomers: CustomFieldProblems = {
  path: ['customer'],
  invalid: customFieldInvalid,
  tooLong: customFieldTooLong,
}

/** Reads `custom_fields`. A blank field is removed; an absent one stays. @throws {RequestRejected} 403 */
export function readCustomFields(
  merchant: Merchant,
  params: Params,
  problems: Problems,
  before: Readonly<Record<string, string>>,
  { path, invalid, tooLong }: CustomFieldProblems = ofCustomers,
): CustomFields {
  const fields: { stored: Record<string, string>; passedBack: Record<string, string> } = {
    stored: { ...before },
    passedBack: {},
  }
  const given = fieldsOf(params)
  for (const name of Object.keys(given)) {
    const kind = merchant.customFields.find((each) => each.name === name)?.kind
    const value = textParam(given, name)
    if (kind === undefined) problems.add(path, invalid(name))
    else if ((value ?? '').length > MAX_TEXT) problems.add(path, tooLong(name))
    else if (typeof value === 'string' && value.trim() !== '') {
      fields[kind === 'pass_back' ? 'passedBack' : 'stored'][name] = value
    } else delete fields.stored[name]
  }
  return fields
}

function fieldsOf({ custom_fields: given }: Params): Params {
  if (isParams(given)) return given
  if (given === undefined || findUnknown(given, {}) === null) return {}
  throw new RequestRejected(403, 'custom_fields must be pairs of name and value')
}

const customerTexts = {
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

function customFieldInvalid(name: string): Problem {
  return { code: '91602', attribute: 'custom_fields', message: `Custom field is invalid: ${name}.` }
}

function customFieldTooLong(name: string): Problem {
  return { code: '81603', attribute: 'custom_fields', message: `Custom field is too long: ${name}.` }
}
