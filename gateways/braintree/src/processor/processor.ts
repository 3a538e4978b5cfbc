import type { Cents } from '../model/money.ts'
import type { ProcessorResponse } from '../model/processor-response.ts'

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

/** The texts of the processor's codes, from the gateway's reference. */
function textOfResponse(code: string): string {
  return texts[code] ?? (code.startsWith('1') ? 'Approved' : 'Processor Declined')
}

const texts: Readonly<Record<string, string>> = {
  '1000': 'Approved',
  '1001': 'Approved, check customer ID',
  '1002': 'Processed',
  '1003': 'Approved with Risk',
  '1004': 'Approved for Partial Amount',
  '1005': 'Auth Declined but Settlement Captured',
  '2000': 'Do Not Honor',
  '2001': 'Insufficient Funds',
  '2002': 'Limit Exceeded',
  '2003': "Cardholder's Activity Limit Exceeded",
  '2004': 'Expired Card',
  '2005': 'Invalid Credit Card Number',
  '2006': 'Invalid Expiration Date',
  '2007': 'No Account',
  '2008': 'Card Account Length Error',
  '2009': 'No Such Issuer',
  '2010': 'Card Issuer Declined CVV',
  '2011': 'Voice Authorization Required',
  '2012': 'Processor Declined - Possible Lost Card',
  '2013': 'Processor Declined - Possible Stolen Card',
  '2014': 'Processor Declined - Fraud Suspected',
  '2015': 'Transaction Not Allowed',
  '2016': 'Duplicate Transaction',
  '2017': 'Cardholder Stopped Billing',
  '2018': 'Cardholder Stopped All Billing',
  '2019': 'Invalid Transaction',
  '2020': 'Violation',
  '2021': 'Security Violation',
  '2022': 'Declined - Updated Cardholder Available',
  '2023': 'Processor Does Not Support This Feature',
  '2024': 'Card Type Not Enabled',
  '2025': 'Set Up Error - Merchant',
  '2026': 'Invalid Merchant ID',
  '2027': 'Set Up Error - Amount',
  '2028': 'Set Up Error - Hierarchy',
  '2029': 'Set Up Error - Card',
  '2030': 'Set Up Error - Terminal',
  '2031': 'Encryption Error',
  '2032': 'Surcharge Not Permitted',
  '2033': 'Inconsistent Data',
  '2034': 'No Action Taken',
  '2035': 'Partial Approval For Amount In Group III Version',
  '2036': 'Authorization could not be found',
  '2037': 'Already Reversed',
  '2038': 'Processor Declined',
  '2039': 'Invalid Authorization Code',
  '2040': 'Invalid Store',
  '2041': 'Declined - Call For Approval',
  '2042': 'Invalid Client ID',
  '2043': 'Error - Do Not Retry, Call Issuer',
  '2044': 'Declined - Call Issuer',
  '2045': 'Invalid Merchant Number',
  '2046': 'Declined',
  '2047': 'Call Issuer. Pick Up Card.',
  '2048': 'Invalid Amount',
  '2049': 'Invalid SKU Number',
  '2050': 'Invalid Credit Plan',
  '2051': 'Credit Card Number does not match method of payment',
  '2053': 'Card reported as lost or stolen',
  '2054': 'Reversal amount does not match authorization amount',
  '2055': 'Invalid Transaction Division Number',
  '2056': 'Transaction amount exceeds the transaction division limit',
  '2057': 'Issuer or Cardholder has put a restriction on the card',
  '2058': 'Merchant not Mastercard SecureCode enabled',
  '2059': 'Address Verification Failed',
  '2060': 'Address Verification and Card Security Code Failed',
  '2061': 'Invalid Transaction Data',
  '2062': 'Invalid Tax Amount',
  '2063': 'PayPal Business Account preference resulted in the transaction failing',
  '2064': 'Invalid Currency Code',
  '2065': 'Refund Time Limit Exceeded',
  '2066': 'PayPal Business Account Restricted',
  '2067': 'Authorization Expired',
  '2068': 'PayPal Business Account Locked or Closed',
  '2069': 'PayPal Blocking Duplicate Order IDs',
  '2074':
    "Funding Instrument In The PayPal Account Was Declined By The Processor Or Bank, Or It Can't Be Used For This Payment",
  '2075': 'Payer Account Is Locked Or Closed',
  '2099': 'Cardholder Authentication Required',
  '3000': 'Processor Network Unavailable - Try Again',
}
