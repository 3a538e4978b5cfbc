import { getServers, Resolver } from 'node:dns/promises'
import type { Config } from '../../../config.ts'
import { INSTANCE_HEADER } from '../../../frame/http/server/health.ts'
import { isAnotherInstance } from '../another-instance.ts'
import {
  type AskOutside,
  askOutside,
  type Certificate,
  type NoAnswer,
  type OutsideAnswer,
  type Question,
} from '../ask-outside.ts'
import type { Check } from '../check.ts'

const TIMEOUT_MS = 5000
const DNS_TIMEOUT_MS = 2000
/** The statuses by which a collector is another address, or wants a key; some answer 400 to an export of nothing. */
const REJECTED = [401, 403, 404, 405]
/** Codes of authenticator apps are valid for half a minute. */
const MAX_DIFFERENCE_MS = 5000

type Environment = Readonly<Record<string, string | undefined>>
type Asked = { readonly check: Check; readonly answer: OutsideAnswer | null }

/** Asks the machines that the service works with: its own public name, single sign-on, the collector of traces, name servers. */
export async function checkOutside(
  config: Config,
  env: Environment,
  timeoutMs = TIMEOUT_MS,
): Promise<readonly Check[]> {
  const ask = askOutside(timeoutMs)
  const [own, signOn, traces, names] = await Promise.all([
    checkPublicName(config, ask, Date.now()),
    checkSingleSignOn(config, ask),
    checkTraces(config, env, ask),
    checkNameServers(config),
  ])
  const clock = checkOutsideClock([
    { who: config.baseUrl ?? '', answer: own.answer },
    { who: config.sso?.issuer ?? '', answer: signOn.answer },
    { who: 'the collector of traces', answer: traces.answer },
  ])
  return [...own.checks, clock, signOn.check, traces.check, names]
}

/** The clock of the database is another check. */
function checkOutsideClock(
  asked: readonly { readonly who: string; readonly answer: OutsideAnswer | null }[],
): Check {
  const name = 'outside clock'
  const seen = asked.flatMap(({ who, answer }) =>
    answer === null || answer.aheadMs === null ? [] : [{ who, aheadMs: answer.aheadMs }],
  )
  if (seen.length === 0) return { name, ok: true, message: 'Not checked: nothing outside has told its time.' }
  const apart = seen.find((it) => Math.abs(it.aheadMs) > MAX_DIFFERENCE_MS)
  if (apart === undefined) {
    return {
      name,
      ok: true,
      message: `This machine's clock agrees with ${seen.map((it) => it.who).join(', ')}.`,
    }
  }
  const seconds = `${Math.round(Math.abs(apart.aheadMs) / 1000)} s`
  const message = `The clock of ${apart.who} is ${seconds} ${apart.aheadMs > 0 ? 'ahead of' : 'behind'} this machine's. Synchronize this machine with NTP, such as systemctl enable --now systemd-timesyncd.`
  return { name, ok: false, message }
}

async function checkSingleSignOn({ sso }: Config, ask: AskOutside): Promise<Asked> {
  const name = 'single sign-on'
  if (sso === null) {
    return { check: { name, ok: true, message: 'OIDC_ISSUER is not set.' }, answer: null }
  }
  const issuer = sso.issuer.replace(/\/$/, '')
  const url = `${issuer}/.well-known/openid-configuration`
  const answer = await ask(url)
  const advice = 'Staff cannot sign in with it. Check OIDC_ISSUER.'
  if ('code' in answer) {
    return { check: { name, ok: false, message: `${url} ${unreached(answer)} ${advice}` }, answer: null }
  }
  const { issuer: found } = Object(parsed(answer.body))
  const fault =
    answer.status !== 200 || typeof found !== 'string'
      ? `${url} answers with ${answer.status}, and no configuration of OpenID.`
      : found.replace(/\/$/, '') !== issuer
        ? `${url} names the issuer ${found}, which is another one.`
        : null
  const message = fault === null ? `${issuer} answers with its configuration.` : `${fault} ${advice}`
  return { check: { name, ok: fault === null, message }, answer }
}

async function checkTraces({ tracing }: Config, env: Environment, ask: AskOutside): Promise<Asked> {
  const name = 'traces'
  const url = tracing === null ? null : tracesUrl(env)
  if (tracing === null || url === null) {
    return { check: { name, ok: true, message: 'No endpoint for traces is set.' }, answer: null }
  }
  const answer = await ask(url, emptyExport(tracing.protocol, env))
  if ('code' in answer) {
    const message = `${url} ${unreached(answer)} Traces are lost. Check OTEL_EXPORTER_OTLP_ENDPOINT.`
    return { check: { name, ok: false, message }, answer: null }
  }
  const ok = answer.status < 500 && !REJECTED.includes(answer.status)
  const message = ok
    ? `${url} takes traces.`
    : `${url} answers with ${answer.status} to an empty export: traces are lost. Check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS.`
  return { check: { name, ok, message }, answer }
}

function tracesUrl(env: Environment): string | null {
  const own = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?.trim() ?? ''
  if (own !== '') return own
  const all = env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim() ?? ''
  return all === '' ? null : `${all.replace(/\/$/, '')}/v1/traces`
}

/** A request without spans, of which a collector stores nothing; no bytes are a message of Protobuf without fields. */
function emptyExport(protocol: string, env: Environment): Question {
  const listed = env.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? env.OTEL_EXPORTER_OTLP_HEADERS ?? ''
  const pairs = listed.split(',').flatMap((it) => {
    const at = it.indexOf('=')
    return at < 1 ? [] : [[it.slice(0, at).trim(), decoded(it.slice(at + 1).trim())] as const]
  })
  const type = protocol === 'http/json' ? 'application/json' : 'application/x-protobuf'
  const body = protocol === 'http/json' ? '{}' : ''
  return { method: 'POST', headers: { ...Object.fromEntries(pairs), 'Content-Type': type }, body }
}

async function checkNameServers({ nameServers, baseUrl }: Config): Promise<Check> {
  const name = 'name servers'
  const servers = nameServers.length > 0 ? nameServers : getServers()
  const host = baseUrl === null ? 'example.com' : new URL(baseUrl).hostname
  const failed = await Promise.all(servers.map(async (it) => ({ it, code: await failureOf(it, host) })))
  const broken = failed.filter(({ code }) => code !== null).map(({ it, code }) => `${it} (${code})`)
  if (broken.length === 0) return { name, ok: true, message: `${servers.join(', ')} answer.` }
  const where = nameServers.length > 0 ? 'NAME_SERVERS' : '/etc/resolv.conf, or set NAME_SERVERS'
  const message = `These do not answer: ${broken.join(', ')}. Custom domains, webhooks and bills depend on them: correct ${where}.`
  return broken.length < servers.length
    ? { name, ok: true, advice: true, message }
    : { name, ok: false, message }
}

/** Null if the server answers, also that there is no such name. */
async function failureOf(server: string, host: string): Promise<string | null> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 })
  resolver.setServers([server])
  try {
    await resolver.resolve4(host)
    return null
  } catch (error) {
    const code = `${Reflect.get(Object(error), 'code')}`
    return code === 'ENOTFOUND' || code === 'ENODATA' ? null : code
  }
}

function unreached({ code }: NoAnswer): string {
  return `cannot be reached (${code}).`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A text that is no JSON is no configuration.
    return null
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const DAY_MS = 86_400_000
/** Programs that renew certificates do so a month before their end. */
const ADVICE_DAYS = 21
const FAILED_DAYS = 7

/** Asks for the service by the name that browsers use, and looks at who answers, and with which certificate. */
async function checkPublicName(
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
      checks: [{ name, ok: false, message: unreachedName(baseUrl, answer) }, noCertificate()],
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

function unreachedName(baseUrl: string, { code }: NoAnswer): string {
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

/** The meaning for an operator of each code of the system or of TLS. */
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
