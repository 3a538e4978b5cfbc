import type { Program } from '@goodword/client'

/** The warning before a setting goes live; null for none. */
export function publishWarning(field: keyof Program, test: Program): string | null {
  switch (field) {
    case 'landingPage':
    case 'fallbackPage': {
      const address = test[field]
      return address !== null && isTestPage(address)
        ? `${address} looks like a page of a test shop. Real friends would arrive there.`
        : null
    }
    case 'theme':
      return test.theme.logo !== undefined && isTestPage(test.theme.logo)
        ? 'The logo is on a host that looks like a test shop.'
        : null
    case 'emails':
      return test.emails !== null && test.emails.kinds.length > 0
        ? 'The live program sends e-mails to real people.'
        : null
    case 'requireSignedIdentification':
      return test.requireSignedIdentification
        ? 'Every page that calls Goodword needs tokens made with the signing key of the live program, or its calls are refused.'
        : null
    case 'showReferrerName':
      return test.showReferrerName && !test.requireSignedIdentification
        ? 'Strangers could read the names of your customers by guessing user IDs. Refuse calls that your server did not confirm as well.'
        : null
    case 'unsignedConversions':
      return test.unsignedConversions.mode === 'trust'
        ? 'Anybody could invent paying friends, and get real rewards for them.'
        : null
    case 'currency':
      return 'Prices that do not name a currency count in the new one from now on.'
    default:
      return null
  }
}

/** Hosts that only a developer reaches, and names that developers give. */
function isTestPage(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return (
    protocol !== 'https:' ||
    hostname === 'localhost' ||
    /^[\d.]+$|^\[/.test(hostname) ||
    /(?:^|[.-])(?:test|testing|staging|stage|dev|sandbox|preview|local)(?:[.-]|\d|$)/.test(hostname)
  )
}
