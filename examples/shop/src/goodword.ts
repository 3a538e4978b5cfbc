import { createHmac } from 'node:crypto'

/** Where the shop's referrals are tracked, and the keys for it. */
export type GoodwordSettings = {
  /** `http://127.0.0.1:4000` */
  readonly url: string
  readonly tenant: string
  /** For the server alone. */
  readonly apiKey: string
  /** Signs what pages say of a customer. */
  readonly signingKey: string
}

/** What a referral code is worth to the friend who brings it. */
export type Offer = {
  readonly code: string
  readonly referrerName: string | null
  readonly discountPercentage: number
}

export type Subscription = {
  readonly status: 'TRIAL' | 'PAID' | 'CANCELLED'
  readonly billingIntervalValue?: number
  readonly billingIntervalType?: 'MONTH'
  readonly value?: number
}

/** The calls that the shop's server makes. None of them may keep a customer from buying. */
export type Goodword = {
  /** Null when there is no such code, or when nobody answers. */
  lookUp(code: string): Promise<Offer | null>
  /** Tells how an account stands, and with which code it came. */
  syncAccount(id: string, subscription: Subscription, code: string | null): Promise<void>
  /** A token for a page: it says who looks at it, and cannot be made up in a browser. */
  sign(user: Readonly<Record<string, string>>): string
}

const TIMEOUT_MS = 5000
const TOKEN_SECONDS = 3600

export function createGoodword(settings: GoodwordSettings, warn: (line: string) => void): Goodword {
  const root = `${settings.url}/api/v1/${settings.tenant}`
  const authorization = `Basic ${Buffer.from(`${settings.apiKey}:`).toString('base64')}`

  return {
    async lookUp(code) {
      const answer = await call(`/code/${encodeURIComponent(code)}`)
      return answer?.status === 200 ? ((await answer.json()) as Offer) : null
    },

    async syncAccount(id, subscription, code) {
      const referral = code === null ? {} : { referral: { code } }
      const answer = await call('/accountsync', { id, subscription, ...referral })
      if (answer?.ok) return
      // A code that is not known must not cost us the news about the account.
      if (code !== null && answer !== null && answer.status < 500) {
        await call('/accountsync', { id, subscription })
      } else warn(`Goodword was not told of account ${id}`)
    },

    sign(user) {
      const issued = Math.floor(Date.now() / 1000)
      const claims = { user, iat: issued, exp: issued + TOKEN_SECONDS }
      const said = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
      return `${said}.${createHmac('sha256', settings.signingKey).update(said).digest('base64url')}`
    },
  }

  async function call(path: string, body?: unknown): Promise<Response | null> {
    const request =
      body === undefined
        ? { headers: { authorization } }
        : {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }
    try {
      return await fetch(root + path, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) })
    } catch (error) {
      warn(`Goodword does not answer: ${error instanceof Error ? error.message : String(error)}`)
      return null
    }
  }
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
