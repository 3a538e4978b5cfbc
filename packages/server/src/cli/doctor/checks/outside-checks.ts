import { getServers, Resolver } from 'node:dns/promises'
import type { Config } from '../../../config.ts'
import {
  type AskOutside,
  askOutside,
  type NoAnswer,
  type OutsideAnswer,
  type Question,
} from '../ask-outside.ts'
import type { Check } from '../check.ts'
import { checkPublicName } from './public-name-checks.ts'

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
    // What is no JSON is no configuration.
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
