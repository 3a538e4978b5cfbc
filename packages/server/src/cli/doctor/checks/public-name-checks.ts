import type { Config } from '../../../config.ts'
import { INSTANCE_HEADER } from '../../../frame/http/server/health.ts'
import { isAnotherInstance } from '../another-instance.ts'
import type { AskOutside, Certificate, NoAnswer, OutsideAnswer } from '../ask-outside.ts'
import type { Check } from '../check.ts'

const DAY_MS = 86_400_000
/** Programs that renew certificates do so a month before their end. */
const ADVICE_DAYS = 21
const FAILED_DAYS = 7

/** Asks for the service by the name that browsers use, and looks at who answers, and with which certificate. */
export async function checkPublicName(
  config: Config,
  ask: AskOutside,
  now: number,
): Promise<{ readonly checks: readonly Check[]; readonly answer: OutsideAnswer | null }> {
  const name = 'public name'
  const { baseUrl } = config
  if (baseUrl === null) {
    const message = 'BASE_URL is not set, so there is no address to ask for from outside.'
    return { checks: [{ name, ok: false, message }, noCertificate()], answer: null }
  }
  const answer = await ask(`${baseUrl}/livez`)
  if ('code' in answer) {
    return {
      checks: [{ name, ok: false, message: unreached(baseUrl, answer) }, noCertificate()],
      answer: null,
    }
  }
  const fault = await faultOf(config, baseUrl, answer)
  const message = fault ?? `This service answers at ${baseUrl}.`
  const certificate =
    answer.certificate === null ? noCertificate() : checkCertificate(answer.certificate, now)
  return { checks: [{ name, ok: fault === null, message }, certificate], answer }
}

/** Why what answers at the public address is not this service; null if it is. */
async function faultOf(
  config: Config,
  baseUrl: string,
  { status, headers }: OutsideAnswer,
): Promise<string | null> {
  const { location, server } = headers
  const who = server === undefined ? 'something else' : `"${server}"`
  if (status >= 300 && status < 400 && location !== undefined) {
    return `${baseUrl} redirects to ${location}. Set BASE_URL to the address that answers, or let the proxy pass requests on.`
  }
  const instance = headers[INSTANCE_HEADER.toLowerCase()]
  if (typeof instance !== 'string') {
    return [502, 503, 504].includes(status)
      ? `At ${baseUrl} ${who} answers with ${status}: the proxy is there and does not reach the service. See whether it runs, and whether the proxy passes requests to its HOST and PORT.`
      : `At ${baseUrl} ${who} answers with ${status}, and not this service. Let the name lead to the proxy in front of it, and let the proxy pass on all paths.`
  }
  if (await isAnotherInstance(config, instance)) {
    return `At ${baseUrl} another Goodword answers, with another secret key. Let the name lead to this one, or correct BASE_URL.`
  }
  return status === 200 ? null : `The service answers at ${baseUrl} with ${status}.`
}

function unreached(baseUrl: string, { code }: NoAnswer): string {
  const { hostname, protocol, port } = new URL(baseUrl)
  const known = faults[code]?.(hostname, port === '' ? (protocol === 'https:' ? '443' : '80') : port)
  return known ?? `${baseUrl} cannot be reached (${code}).`
}

const unknownIssuer = (host: string): string =>
  `The certificate of ${host} is of an authority that is not trusted, or comes without its intermediate certificate. Let the proxy send the whole chain (fullchain.pem); an authority of your own needs NODE_EXTRA_CA_CERTS.`
const unknownName = (host: string): string =>
  `The name ${host} leads to no address. Create its A or AAAA record, or correct BASE_URL.`
const noTls = (host: string, port: string): string =>
  `What listens at ${host}, port ${port}, does not use TLS. Let the proxy listen there with a certificate.`
const silent = (host: string, port: string): string =>
  `Nothing answers at ${host}, port ${port}, in time. Open the port in the firewall. Some networks do not lead a machine to its own public address: then look from another one, with curl -i https://${host}/livez`

/** What each code of the system or of TLS means to an operator. */
const faults: Readonly<Record<string, (host: string, port: string) => string>> = {
  ENOTFOUND: unknownName,
  EAI_AGAIN: (host) =>
    `The name servers of this machine do not answer for ${host}. Check /etc/resolv.conf and the network.`,
  ECONNREFUSED: (host, port) =>
    `${host} refuses connections at port ${port}: no proxy listens there. Start it, or correct BASE_URL.`,
  ETIMEDOUT: silent,
  EHOSTUNREACH: silent,
  ENETUNREACH: silent,
  ECONNRESET: noTls,
  EPROTO: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  CERT_HAS_EXPIRED: (host) =>
    `The certificate of ${host} has expired, so browsers refuse to load anything. Renew it and reload the proxy.`,
  CERT_NOT_YET_VALID: (host) =>
    `The certificate of ${host} begins in the future. Check the clock of this machine and the certificate.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (host) =>
    `The certificate at ${host} is for other names. Get one for ${host}, and let the proxy choose it by server_name.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownIssuer,
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
}

function noCertificate(): Check {
  return { name: 'certificate', ok: true, message: 'Not checked: no certificate was seen.' }
}

export function checkCertificate({ endsAt, issuer }: Certificate, now: number): Check {
  const name = 'certificate'
  const days = Math.floor((endsAt - now) / DAY_MS)
  const end = `It ends on ${new Date(endsAt).toISOString().slice(0, 10)}, in ${days} days (from ${issuer}).`
  const advice = 'Renew it, and see that the program that renews it runs and reloads the proxy.'
  if (days < FAILED_DAYS) return { name, ok: false, message: `${end} ${advice}` }
  if (days < ADVICE_DAYS) return { name, ok: true, advice: true, message: `${end} ${advice}` }
  return { name, ok: true, message: end }
}
