import { MAX_TEXT, textParam } from '../../addresses/text-field.ts'
import type { Merchant } from '../../model/merchant.ts'
import { findUnknown, isParams, type Params } from '../../model/params.ts'
import { RequestRejected } from '../../protocol/answer.ts'
import type { Problem, Problems } from '../../protocol/problems.ts'
import { customFieldInvalid, customFieldTooLong } from './customer-problems.ts'

export type CustomFields = {
  /** All that the vault keeps. */
  readonly stored: Readonly<Record<string, string>>
  /** Fields that only this response has. */
  readonly passedBack: Readonly<Record<string, string>>
}

/** The errors for invalid custom fields. */
export type CustomFieldProblems = {
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
