import { isIP } from 'node:net'
import type { Config } from '../../../config.ts'
import { isLoopbackHost } from '../../../engine/network/public-address.ts'
import { secretKeyFile } from '../../../engine/secrets/secret-key.ts'
import type { Check } from '../check.ts'

/** Looks at the settings that a service with real customers must have. */
export function checkLiveSettings(config: Config): readonly Check[] {
  return [
    checkPublicAddress(config),
    checkProxies(config),
    checkRateLimits(config),
    checkMetrics(config),
    checkKeyCopy(config),
    checkLocalTargets(config),
  ]
}

function checkPublicAddress({ baseUrl }: Config): Check {
  const name = 'public address'
  const advice = 'Set it to the URL that browsers use, such as https://refer.example.com.'
  if (baseUrl === null) return { name, ok: false, message: `BASE_URL is not set. ${advice}` }
  const { protocol, hostname } = new URL(baseUrl)
  if (isLoopbackHost(hostname)) {
    return {
      name,
      ok: false,
      message: `BASE_URL is ${baseUrl}, which only this machine can reach. ${advice}`,
    }
  }
  const ok = protocol === 'https:'
  const message = ok
    ? `Share links and the script use ${baseUrl}.`
    : `BASE_URL is ${baseUrl}, without TLS: API keys and personal data could be intercepted. ${advice}`
  return { name, ok, message }
}

/** The service serves HTTP, so with an https address all requests come from a proxy. */
function checkProxies({ baseUrl, trustedProxies }: Config): Check {
  const name = 'proxies'
  const wide = trustedProxies.find(isNearlyEverything)
  if (wide !== undefined) {
    const message = `TRUSTED_PROXIES has ${wide}, so nearly any client can spoof its IP address. List only your proxies.`
    return { name, ok: false, message }
  }
  const isMissing = trustedProxies.length === 0 && baseUrl?.startsWith('https:') === true
  if (!isMissing) return { name, ok: true, message: 'The IP addresses of clients are known.' }
  return {
    name,
    ok: false,
    message:
      'BASE_URL is https and TRUSTED_PROXIES is empty: all visitors have the IP address of the proxy and share one rate ' +
      'limit. Set it to the address of the proxy, such as 127.0.0.1.',
  }
}

function checkRateLimits({ rateLimits }: Config): Check {
  const ok = rateLimits !== null
  const message = ok
    ? 'The number of requests per second is limited.'
    : 'RATE_LIMITS is off: one client can overload the service. Set it to on.'
  return { name: 'rate limits', ok, message }
}

function checkMetrics({ metricsToken, host }: Config): Check {
  const ok = metricsToken !== null || isLoopbackHost(host)
  const message = ok
    ? 'Your monitoring can read /metrics.'
    : `HOST is ${host} and METRICS_TOKEN is not set: only this machine can read /metrics. Set METRICS_TOKEN to 16 or more random characters.`
  return { name: 'metrics', ok, message }
}

function checkKeyCopy({ storage, dataDir, backups }: Config): Check {
  const ok = storage.secretKey !== null
  const needed = backups.isEncrypted
    ? 'no backup contains it or can be read without it'
    : 'no backup contains it'
  const message = ok
    ? `SECRET_KEY is set. Keep a copy of it in another place than the backups: ${needed}.`
    : `The secret key exists only in ${secretKeyFile(dataDir)}, and ${needed}. Copy the content of that file to a safe place and set SECRET_KEY to it.`
  return { name: 'secret key copy', ok, message }
}

function checkLocalTargets({ allowLocalTargets }: Config): Check {
  const message = allowLocalTargets
    ? 'ALLOW_LOCAL_TARGETS is on: outgoing calls can reach your internal network. Set it to off.'
    : 'Outgoing calls cannot reach your internal network.'
  return { name: 'local targets', ok: !allowLocalTargets, message }
}

/** Wider than any private network: 10.0.0.0/8 and fc00::/7 are the widest. */
function isNearlyEverything(network: string): boolean {
  const [address = '', prefix] = network.split('/')
  return prefix !== undefined && Number(prefix) < (isIP(address) === 6 ? 7 : 8)
}
