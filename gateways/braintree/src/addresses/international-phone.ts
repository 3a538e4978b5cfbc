import type { InternationalPhone } from '../model/customer.ts'
import { isParams, type Params, partOf, type Shape } from '../model/params.ts'
import type { Fields } from '../protocol/xml.ts'
import { textParam } from './text-field.ts'

export const internationalPhoneShape = { country_code: 'value', national_number: 'value' } satisfies Shape

export const noPhone: InternationalPhone = { countryCode: null, nationalNumber: null }

/** Absent fields stay as they were `before`. */
export function readInternationalPhone(params: Params, before: InternationalPhone): InternationalPhone {
  if (!isParams(params.international_phone)) return before
  const given = partOf(params, 'international_phone')
  return {
    countryCode: textParam(given, 'country_code') ?? null,
    nationalNumber: textParam(given, 'national_number') ?? null,
  }
}

export function internationalPhoneXml({ countryCode, nationalNumber }: InternationalPhone): Fields {
  return { 'country-code': countryCode, 'national-number': nationalNumber }
}
