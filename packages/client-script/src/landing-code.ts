import { readCode } from '@goodword/domain/referrals/typed-code'

/**
 * The code of the share link that led to this page. Routers may have tidied the address up by now; the browser still knows
 * which one it went to. And the code of the page before it, if that was of this site: who goes on before the service has
 * consented to storage is still the friend of a referrer. Mail gateways change the case of the parameter, and some routers
 * keep their query in the fragment.
 */
export function landingCode(): string | undefined {
  const [navigation] = performance.getEntriesByType('navigation')
  for (const address of [location.href, navigation?.name, document.referrer]) {
    const [, ...written] = /[?&#]refcode=([^&#]*)/i.exec(`${address}`) ?? []
    // The parameter without a name is there, also when it is empty.
    const code = readCode(new URLSearchParams(`=${written}`).get('') as string)
    if (code && address?.startsWith(`${location.origin}/`)) return code
  }
}
