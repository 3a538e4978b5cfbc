import { ApiError, createClient, type SignedUser, signUser } from '@goodword/client'
import type { Bill, BillDiscount } from './gateway.ts'
import { priceOf } from './plans.ts'

/** Where the shop's referrals are tracked, and the keys for it. */
export type GoodwordSettings = {
  /** `http://127.0.0.1:4000` */
  readonly url: string
  readonly tenant: string
  /** The key that only the server may hold. */
  readonly apiKey: string
  /** Signs the identification of a customer; null for pages that identify them without a token. */
  readonly signingKey: string | null
}

/** The offer of a referral code to the friend who brings it. */
export type Offer = {
  readonly code: string
  readonly referrerName: string | null
  readonly discountPercentage: number
  /** The ID of the friend's discount at the payment gateway. */
  readonly discountId: string
}

export type Subscription = {
  readonly status: 'TRIAL' | 'PAID' | 'CANCELLED'
  readonly billingIntervalValue?: number
  readonly billingIntervalType?: 'MONTH'
  readonly value?: number
}

/** The calls that the shop's server makes. A customer can sign up and buy also while none of them succeeds. */
export type Goodword = {
  /** The offer of a code, and whether it is known not to work: not without an answer of the service. Blank is no code. */
  check(code: string): Promise<{ readonly offer: Offer | null; readonly isWrong: boolean }>
  /** Reports the state of an account, and its code. */
  syncAccount(id: string, subscription: Subscription, code: string | null): Promise<void>
  /** Reports the gateway's customer of an account, and its code. */
  linkDiscount(accountId: string, customerId: string, code: string): Promise<void>
  /** The discount on each bill of a price; null when the service cannot be reached. */
  discountOf(accountId: string, cents: number): Promise<BillDiscount | null>
  /** The latest bills that came to nothing, of which a gateway may have no charge. Empty when they cannot be read. */
  freeBills(accountId: string): Promise<readonly Bill[]>
  /** The time of a test program, which its bills have: milliseconds since the epoch; null for a live one, and when it cannot be read. */
  testTime(): Promise<number | null>
  /** A token for a page: it identifies the user, and cannot be created in a browser. Null without a signing key. */
  sign(user: SignedUser): Promise<string | null>
}

// A customer waits for the answer.
const TIMEOUT_MS = 5000
const RETRIES = 1

export function createGoodword(settings: GoodwordSettings, warn: (line: string) => void): Goodword {
  const { url: baseUrl, tenant: tenantAlias, apiKey, signingKey } = settings
  const client = createClient({ baseUrl, tenantAlias, apiKey, timeoutMs: TIMEOUT_MS, retries: RETRIES })

  return {
    async check(code) {
      if (code === '') return { offer: null, isWrong: false }
      try {
        return { offer: await client.lookUpCode({ params: { code } }), isWrong: false }
      } catch (error) {
        const isWrong = codeOf(error) === 'REFERRAL_CODE_NOT_FOUND'
        if (!isWrong) warn(`The code could not be looked up: ${error}`)
        return { offer: null, isWrong }
      }
    },

    async syncAccount(id, subscription, code) {
      try {
        await client.syncAccount({
          body: { id, subscription, ...(code === null ? {} : { referral: { code } }) },
        })
      } catch (error) {
        // The state of the account is reported also when its code does not work.
        if (code !== null && codeOf(error) === 'REFERRAL_CODE_NOT_FOUND')
          return this.syncAccount(id, subscription, null)
        warn(`Account ${id} could not be synced: ${error}`)
      }
    },

    async linkDiscount(accountId, paymentProviderId, couponCode) {
      try {
        await client.linkDiscount({ body: { accountId, paymentProviderId, couponCode } })
      } catch (error) {
        warn(`Account ${accountId} could not be linked to its customer ${paymentProviderId}: ${error}`)
      }
    },

    async discountOf(accountId, cents) {
      try {
        const discount = await client.readAccountReward({
          params: { accountId },
          query: { value: priceOf(cents) },
        })
        return { id: discount.discountId, cents: Math.round((discount.discountAmount ?? 0) * 100) }
      } catch (error) {
        warn(`The discount of account ${accountId} could not be read: ${error}`)
        return null
      }
    },

    async freeBills(accountId) {
      try {
        const { bills } = await client.listBills({ query: { accountId } })
        return bills
          .filter((it) => it.transactionId === null)
          .map(({ id, date, actualDiscount }) => ({
            id,
            date: new Date(date).toISOString().slice(0, 10),
            paidCents: 0,
            discountCents: Math.round(actualDiscount * 100),
            isPaid: true,
          }))
      } catch (error) {
        warn(`The bills of account ${accountId} could not be read: ${error}`)
        return []
      }
    },

    async testTime() {
      if (!tenantAlias.startsWith('test_')) return null
      try {
        return (await client.readTestClock()).now
      } catch (error) {
        warn(`The time of the program could not be read: ${error}`)
        return null
      }
    },

    sign: async (user) => (signingKey === null ? null : signUser(user, { signingKey })),
  }
}

function codeOf(error: unknown): string | null {
  return error instanceof ApiError ? error.code : null
}
