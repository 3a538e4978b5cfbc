import { noPhone, readInternationalPhone } from '../../addresses/international-phone.ts'
import { readTexts } from '../../addresses/text-field.ts'
import type { Customer, CustomerFields } from '../../model/customer.ts'
import type { Merchant } from '../../model/merchant.ts'
import { type Params, textOf } from '../../model/params.ts'
import type { Problems } from '../../protocol/problems.ts'
import { customerProblems, customerTexts } from './customer-problems.ts'
import { type CustomFields, readCustomFields } from './read-custom-fields.ts'

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
