import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeDataFolder } from '@goodword/server/testing/database/data-folder'
import { callApi } from '@goodword/server/testing/requests/call-api'
import { evidence, orStop, type TrialDatabase } from '../crash/goodword-targets.ts'
import { createTenant, type Tenant, untilReady } from '../laboratory/processes/goodword.ts'
import { startGuarded } from '../laboratory/processes/guarded-program.ts'
import { heldPort } from '../laboratory/processes/held-port.ts'
import { setOffset } from '../laboratory/processes/offset-file.ts'
import { type Supervised, supervise } from '../laboratory/processes/supervised.ts'
import type { Gateway } from './gateway.ts'
import { LATE_MS } from './gateway-faults.ts'
import { queueOf } from './queue.ts'
import type { ListedBill, ProcessorTarget } from './target.ts'

const ALIAS = 'faults'
const MINUTE_MS = 60_000
/** The clock offsets of the two machines. */
const processes = [
  { kind: 'web', offsetMs: 5 * MINUTE_MS },
  { kind: 'worker', offsetMs: -5 * MINUTE_MS },
] as const

/** The service as two processes whose clocks disagree, connected to the gateway's merchant. */
export async function connectedService(database: TrialDatabase, gateway: Gateway): Promise<ProcessorTarget> {
  const services: Supervised[] = []
  const { folder, remove } = await makeDataFolder('goodword-trial-')
  const stop = async () => {
    await Promise.all(services.map((it) => it.stop()))
    await remove()
  }
  return orStop(stop, async () => {
    const tenant = await createTenant(database.env, ALIAS, 'test')
    const urls: string[] = []
    const script = resolve(import.meta.dirname, '../laboratory/processes/service-with-clock.ts')
    for (const { kind, offsetMs } of processes) {
      const port = await heldPort()
      urls.push(`http://127.0.0.1:${port}`)
      const file = join(folder, kind)
      await setOffset(file, offsetMs)
      const env = {
        ...database.env,
        PROCESS: kind,
        PORT: `${port}`,
        ALLOW_LOCAL_TARGETS: 'on',
        CLOCK_OFFSET_FILE: file,
      }
      services.push(supervise(() => startGuarded([script], { env })))
    }
    const untilWell = async () => void (await Promise.all(urls.map((it) => untilReady(it))))
    await untilWell()
    const url = urls[0] ?? ''
    const call = merchantClient(url, tenant)
    const connect = (more: object = {}) =>
      call({ method: 'PUT', path: '/connection', body: { ...gateway.credentials, ...more } })
    const { webhookUrl, clockUrl } = await connect()
    await connect(await gateway.listen(String(webhookUrl)))
    const program = await call({ method: 'GET', path: '/program' })
    await call({ method: 'PUT', path: '/program', body: { ...program, mendBills: 'REFUND' } })
    const queue = queueOf(database.address, tenant.alias)
    const { stored, brokenPromises } = evidence(database.address, url, tenant)
    return {
      name: `the service at ${gateway.processor}`,
      clockUrl: String(clockUrl),
      ...merchantOf(call),
      stored,
      brokenPromises: async () => [...(await brokenPromises()), ...(await queue.failedJobs())],
      mostAttempts: queue.mostAttempts,
      kill: async (which) => {
        const killed = services.filter((_, index) => which === 'both' || (which === 'web') === (index === 0))
        await Promise.all(killed.map((it) => it.kill()))
        if (which !== 'both') return killed.length
        // Their last requests to the database and to the gateway are done by then.
        await pause(2 * LATE_MS)
        await queue.endLeases()
        return killed.length
      },
      untilWell,
      get ownEnds() {
        return services.flatMap((it) => it.ownEnds)
      },
      stop,
    }
  })
}

type Merchant = Pick<
  ProcessorTarget,
  'addReferrer' | 'link' | 'linkRival' | 'moderate' | 'claim' | 'discountOf' | 'bills'
>

/** The calls of the merchant's server and its pages. */
function merchantOf(call: MerchantClient): Merchant {
  return {
    async addReferrer({ name, customerId }) {
      const user = { accountId: name, id: `${name}_user` }
      const { referralCode } = await call({ method: 'POST', path: '/user', body: user })
      const body = { id: name, paymentProviderId: customerId }
      await call({ method: 'POST', path: '/accountsync', body })
      return String(referralCode)
    },
    async link({ name, customerId }, couponCode) {
      const body = { accountId: name, paymentProviderId: customerId, couponCode }
      await call({ method: 'POST', path: '/discount', body })
    },
    async linkRival({ customerId }, accountId, couponCode) {
      const body = { accountId, paymentProviderId: customerId, couponCode }
      const accepted = await call({ method: 'POST', path: '/discount', body }).catch((error: unknown) => {
        if (String(error).includes('PROVIDER_ID_TAKEN')) return null
        throw error
      })
      if (accepted !== null) throw new Error(`${customerId} was linked with ${accountId} as well`)
    },
    async moderate(friend, action) {
      const { referral } = await call({ method: 'GET', path: `/account/${friend}` })
      const actions = [{ referralId: Object(referral).id, action }]
      await call({ method: 'POST', path: '/referrals/moderate', body: { actions } })
    },
    async claim(customerId, account, code) {
      const body = {
        account_id: account,
        user_id: `${account}_user`,
        referral_code: code,
        payment_provider_id: customerId,
        account_status: 'PAID',
      }
      await call({ method: 'POST', path: '/open/identify', body })
    },
    async discountOf(account) {
      const { discountAmount } = await call({ method: 'GET', path: `/account/${account}/reward?value=30.00` })
      return Math.round(Number(discountAmount) * 100)
    },
    bills: (state) => readBills(call, state === undefined ? '' : `&state=${state}`),
  }
}

async function readBills(call: MerchantClient, filter: string): Promise<readonly ListedBill[]> {
  const found: ListedBill[] = []
  for (let cursor: unknown = null; ; ) {
    const from = cursor === null ? '' : `&cursor=${encodeURIComponent(String(cursor))}`
    const page = await call({ method: 'GET', path: `/bills?limit=1000${filter}${from}` })
    found.push(...[page.bills].flat().map(listedBill))
    cursor = page.nextCursor
    if (cursor === null) return found
  }
}

function listedBill(bill: unknown): ListedBill {
  const { expectedDiscount, actualDiscount, difference, charged, refunded, ...it } = Object(bill)
  return {
    id: it.id,
    accountId: it.accountId,
    subscriptionId: it.subscriptionId,
    transactionId: it.transactionId,
    date: it.date,
    expected: minor(expectedDiscount),
    actual: minor(actualDiscount),
    difference: minor(difference),
    charged: minor(charged),
    refunded: minor(refunded),
    state: it.state,
    reason: it.reason,
  }
}

/** Amounts of the API are numbers of the major unit. */
function minor(amount: number): number {
  return Math.round(amount * 100)
}

type Send = { readonly method: 'GET' | 'POST' | 'PUT'; readonly path: string; readonly body?: object }

type MerchantClient = (request: Send) => Promise<Readonly<Record<string, unknown>>>

const ANSWER_WITHIN_MS = 20_000
const GIVEN_UP_AFTER_MS = 120_000

/** Calls the API as a merchant's server does: what fails without being refused is sent again. */
function merchantClient(url: string, tenant: Tenant): MerchantClient {
  return async ({ method, path, body }) => {
    const limit = performance.now() + GIVEN_UP_AFTER_MS
    for (let failure = ''; performance.now() < limit; await pause(50)) {
      try {
        const answer = await callApi(url, tenant, path, { method, body, limitMs: ANSWER_WITHIN_MS })
        const text = await answer.text()
        if (answer.ok) return JSON.parse(text)
        failure = `${method} ${path} is ${answer.status}: ${text}`
      } catch {
        continue
      }
      if (/ is 4(?!29)/.test(failure)) throw new Error(failure)
    }
    throw new Error(`${method} ${path} did not succeed within ${GIVEN_UP_AFTER_MS / 1000} s`)
  }
}
