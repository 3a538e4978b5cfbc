import { noPhone, readInternationalPhone } from '../../addresses/international-phone.ts'
import { MAX_TEXT, readTexts, textField, textParam } from '../../addresses/text-field.ts'
import type { Customer, CustomerFields } from '../../model/customer.ts'
import type { Merchant } from '../../model/merchant.ts'
import { findUnknown, isParams, type Params, textOf } from '../../model/params.ts'
import { RequestRejected } from '../../protocol/answer.ts'
import { type Problem, type Problems, problem } from '../../protocol/problems.ts'

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
): CustomerDraft {
  const id = readId(merchant, params, problems, before)
  const customFields = readCustomFields(merchant, params, problems, before?.customFields ?? {})
  const was = before?.fields ?? noFields
  const fields = {
    ...readTexts(params, customerTexts, was, problems),
    internationalPhone: readInternationalPhone(params, was.internationalPhone),
  }
  if (isOff(fields.email, /^[^\s@]+@[^\s@]+\.[^\s@.]+$/)) problems.add(customerProblems.emailFormat)
  if (isOff(fields.website, /^(https?:\/\/)?[^\s/.]+(\.[^\s/.]+)+(\/\S*)?$/i)) {
    problems.add(customerProblems.websiteFormat)
  }
  return { id, fields, customFields }
}

function readId(
  merchant: Merchant,
  params: Params,
  problems: Problems,
  before: Customer | null,
): string | null {
  const id = textOf(params, 'id')
  if (id === undefined) return null
  if (id === null) {
    if (before !== null) problems.add(customerProblems.idRequired)
    return null
  }
  if (!/^[A-Za-z0-9_-]+$/.test(id)) problems.add(customerProblems.idInvalid)
  else if (id.length > MAX_ID) problems.add(customerProblems.idTooLong)
  else if (id === 'all' || id === 'new') problems.add(customerProblems.idNotAllowed)
  else if (id !== before?.id && merchant.customers.has(id)) problems.add(customerProblems.idInUse)
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
  readonly invalid: (name: string) => Problem
  readonly tooLong: (name: string) => Problem
}

const ofCustomers: CustomFieldProblems = {
  invalid: customFieldInvalid,
  tooLong: customFieldTooLong,
}

/** Reads `custom_fields`. A blank field is removed; an absent one stays. @throws {RequestRejected} 403 */
export function readCustomFields(
  merchant: Merchant,
  params: Params,
  problems: Problems,
  before: Readonly<Record<string, string>>,
  { invalid, tooLong }: CustomFieldProblems = ofCustomers,
): CustomFields {
  const fields: { stored: Record<string, string>; passedBack: Record<string, string> } = {
    stored: { ...before },
    passedBack: {},
  }
  const given = fieldsOf(params)
  for (const name of Object.keys(given)) {
    const kind = merchant.customFields.find((each) => each.name === name)?.kind
    const value = textParam(given, name)
    if (kind === undefined) problems.add(invalid(name))
    else if ((value ?? '').length > MAX_TEXT) problems.add(tooLong(name))
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
  idInUse: problem('91609', 'id', 'Customer ID has already been taken.'),
  idInvalid: problem('91610', 'id', 'Customer ID is invalid.'),
  idNotAllowed: problem('91611', 'id', 'Customer ID is not an allowed ID.'),
  idTooLong: problem('91612', 'id', 'Customer ID is too long.'),
  idRequired: problem('91613', 'id', 'Customer ID is required.'),
  emailFormat: problem('81604', 'email', 'Email is an invalid format.'),
  websiteFormat: problem('81616', 'website', 'Website is an invalid format.'),
  defaultTokenInvalid: problem(
    '91718',
    'default_payment_method_token',
    'Default payment method token is invalid.',
  ),
}

function customFieldInvalid(name: string): Problem {
  return problem('91602', 'custom_fields', `Custom field is invalid: ${name}.`)
}

function customFieldTooLong(name: string): Problem {
  return problem('81603', 'custom_fields', `Custom field is too long: ${name}.`)
}
