import type { CvvResponse, Nonce } from '../model/card.ts'
import type { AddressFields } from '../model/customer.ts'
import { type Params, textOf } from '../model/params.ts'

/** The bank's check of the security code of a request, or of the one that the browser sent before. */
export function readCvv(params: Params, nonce: Nonce | null): CvvResponse {
  const cvv = textOf(params, 'cvv') ?? null
  return cvv === null && nonce !== null ? nonce.cvvResponse : cvvResponseOf(cvv)
}

/** The bank's result for a security code, by the documented test values; the code is not stored. */
export function cvvResponseOf(cvv: string | null | undefined): CvvResponse {
  if (cvv === null || cvv === undefined) return 'I'
  return cvvResponses.get(cvv) ?? 'M'
}

const cvvResponses: ReadonlyMap<string, CvvResponse> = new Map([
  ['200', 'N'],
  ['2000', 'N'],
  ['201', 'U'],
  ['2011', 'U'],
  ['301', 'S'],
  ['3011', 'S'],
])

/** The bank's check of an address, with the same results: match, no match, not verified, not provided, bypassed. */
export function addressChecksXml(billing: AddressFields | null, isSkipped = false) {
  if (isSkipped) return bypassed
  const { postalCode = null, streetAddress = null } = billing ?? {}
  const error = postalCode === null ? undefined : addressErrors.get(postalCode)
  return {
    'avs-error-response-code': error ?? null,
    'avs-postal-code-response-code': error === undefined ? checked(postalCode) : 'U',
    'avs-street-address-response-code': error === undefined ? checked(streetAddress) : 'U',
  }
}

const bypassed = {
  'avs-error-response-code': null,
  'avs-postal-code-response-code': 'B',
  'avs-street-address-response-code': 'B',
}

const addressErrors = new Map([
  ['30000', 'E'],
  ['30001', 'S'],
])

function checked(text: string | null): 'I' | 'M' | 'N' | 'U' {
  if (text === null || text.trim() === '') return 'I'
  const [number] = text.trim().split(' ')
  if (number === '200' || number === '20000') return 'N'
  return number === '201' || number === '20001' ? 'U' : 'M'
}
