import { ApiError, createClient } from '@goodword/client'
import { Declined, type GatewaySettings } from './gateway.ts'
import type { GoodwordSettings } from './goodword.ts'
import { openGateway } from './open-gateway.ts'

/** The connection of the shop to a program, as its owner types it. */
export type ConnectionForm = {
  readonly snippet: string
  readonly apiKey: string
  readonly signingKey: string
  readonly gatewayUrl: string
  readonly merchantId: string
  readonly publicKey: string
  readonly privateKey: string
  readonly stripeUrl: string
  readonly secretKey: string
}

export type Connection = {
  readonly goodword: GoodwordSettings
  /** Null where no card is charged. */
  readonly gateway: GatewaySettings | null
  readonly snippet: string
}

/** The faults, by the name of the field. */
export type ConnectionFaults = Partial<Record<keyof ConnectionForm, string>>

/** Reads the typed values and tries them: at the service that the snippet names, and at the gateway. */
export async function connectionOf(form: ConnectionForm): Promise<Connection | ConnectionFaults> {
  const program = programOf(form.snippet)
  if (program === null) {
    return { snippet: 'This is not the snippet. Copy “1. On every page” from Install in the portal.' }
  }
  const { apiKey, signingKey, snippet } = form
  const goodword = { ...program, apiKey, signingKey: signingKey === '' ? null : signingKey }
  const gateway = gatewayOf(form)
  const faults = { ...(await keyFault(goodword)), ...(await paymentFault(form, gateway)) }
  return Object.keys(faults).length > 0 ? faults : { goodword, gateway, snippet }
}

/** The service and the program of a snippet. */
function programOf(snippet: string): Pick<GoodwordSettings, 'url' | 'tenant'> | null {
  const [, url] = /src="(https?:\/\/[^"]+)\/s\/[^"/]+\/goodword\.js/.exec(snippet) ?? []
  const [, tenant] = /tenant_alias: '([a-z0-9_]+)'/.exec(snippet) ?? []
  return url === undefined || tenant === undefined ? null : { url, tenant }
}

function gatewayOf({
  gatewayUrl,
  merchantId,
  publicKey,
  privateKey,
  stripeUrl,
  secretKey,
}: ConnectionForm): GatewaySettings | null {
  if (secretKey !== '') return { processor: 'stripe', url: stripeUrl, secretKey }
  if (merchantId === '') return null
  return { processor: 'braintree', url: gatewayUrl, merchantId, publicKey, privateKey }
}

async function keyFault({ url, tenant, apiKey }: GoodwordSettings): Promise<ConnectionFaults> {
  try {
    await createClient({ baseUrl: url, tenantAlias: tenant, apiKey, timeoutMs: 5000 }).readProgram()
    return {}
  } catch (error) {
    // The client refuses a key that cannot be right, such as one of the other mode, with a TypeError.
    const isAnswered = error instanceof ApiError && error.status !== null
    if (!isAnswered && !(error instanceof TypeError)) return { snippet: `${url} does not answer.` }
    return {
      apiKey: `${tenant} does not accept this key. Create one under Install, API keys, in the portal.`,
    }
  }
}

/** The fields that a fault is about, by the processor. */
const fieldsOf = {
  braintree: { url: 'gatewayUrl', key: 'privateKey' },
  stripe: { url: 'stripeUrl', key: 'secretKey' },
} as const

async function paymentFault(
  { merchantId, secretKey }: ConnectionForm,
  settings: GatewaySettings | null,
): Promise<ConnectionFaults> {
  if (settings === null) return {}
  if (merchantId !== '' && secretKey !== '') return { secretKey: 'Fill in one of Braintree and Stripe.' }
  if (secretKey !== '' && !secretKey.startsWith('sk_test_')) {
    return {
      secretKey: 'Enter a secret test key, which begins with sk_test_: the shop charges no real cards.',
    }
  }
  const { url, key } = fieldsOf[settings.processor]
  if (!URL.canParse(settings.url)) return { [url]: 'Enter an address such as http://127.0.0.1:3001.' }
  try {
    const missing = await openGateway(settings).missingPlans()
    if (missing.length === 0) return {}
    return { merchantId: `This merchant has no plans with the IDs ${missing.join(', ')}.` }
  } catch (error) {
    if (error instanceof Declined) return { [key]: error.message }
    return { [url]: 'No gateway answers at this address.' }
  }
}
