import type { Cents } from '../model/money.ts'
import type { ProcessorResponse } from '../model/processor-response.ts'
import { textOfResponse } from './processor-texts.ts'

/**
 * The processor's response, by the documented test values: the amount decides for a charge, the card's number for a
 * verification, which is a charge of nothing.
 */
export function authorize(amount: Cents, number: string): ProcessorResponse {
  if (amount === 0) return responseOf(verificationCodes[number] ?? '1000', number)
  const units = Math.floor(amount / 100)
  if (units >= 2000 && units <= 2999) return responseOf(`${units}`, number)
  return responseOf(units === 3000 ? '3000' : '1000', number)
}

/** The answer that has a code; an approval has an authorization code, the same for the same card. */
export function responseOf(code: string, number: string): ProcessorResponse {
  const isApproved = code.startsWith('1')
  return {
    code,
    text: textOfResponse(code),
    type: isApproved ? 'approved' : hardDeclines.has(code) ? 'hard_declined' : 'soft_declined',
    authorizationCode: isApproved ? authorizationCodeOf(number) : null,
  }
}

/** The processor was not called. */
export const noResponse: ProcessorResponse = { code: '', text: '', type: null, authorizationCode: null }

/** Cards that are declined when they are verified, and only then. */
const verificationCodes: Readonly<Record<string, string>> = {
  '4000111111111115': '2000',
  '5105105105105100': '2000',
  '378734493671000': '2000',
  '6011000990139424': '2000',
  '38520000009814': '2000',
  '3566002020360505': '3000',
}

/** Asking again for the same card is of no use. */
const hardDeclines: ReadonlySet<string> = new Set(
  `2004 2005 2006 2007 2008 2009 2012 2013 2014 2015 2017 2018 2019 2020 2022 2023 2024 2027 2028 2030 2031
  2032 2036 2037 2039 2041 2043 2045 2047 2049 2051 2053 2058 2062 2064 2066 2069 2070 2071 2073 2077 2079
  2081 2082 2083 2084 2085 2088 2090 2091 2092 2093 2094 2101 2102 2103`.split(/\s+/),
)

/** Six letters and digits. */
function authorizationCodeOf(number: string): string {
  return Array.from(number.slice(-6).padStart(6, '0'), (digit, place) =>
    place % 2 === 0 ? 'BCDFGHJKLM'.charAt(Number(digit)) : digit,
  ).join('')
}
