import { advance } from '@goodword/sandbox/clock/advance'
import { givenListener } from '@goodword/sandbox/testing/given-listener'
import { journalOf } from '@goodword/sandbox/testing/journal-of'
import { textOf } from '@goodword/sandbox/webhooks/journal'
import type braintree from 'braintree'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { nowOf } from '../../gateway.ts'
import { dayOf } from '../../model/day.ts'
import { startSandbox } from '../../start.ts'
import { sdkFor } from '../../testing/given-merchant.ts'
import { givenShop } from '../../testing/given-shop.ts'
import { givenSubscriber } from '../../testing/given-subscriber.ts'

const DAY_MS = 86_400_000

/** The results of the SDK's `accept`, `find` and `search`; its published types name other statuses. */
type Dispute = Omit<braintree.Dispute, 'status' | 'statusHistory' | 'evidence'> & {
  readonly status: string
  readonly statusHistory: readonly { readonly status: string }[]
  readonly evidence: readonly { readonly id: string; readonly comment: string; readonly category: string }[]
}
type Search = Record<string, () => Record<string, (...values: unknown[]) => void>>
type Code = { readonly code: string }
type Result = {
  readonly success: boolean
  readonly dispute: Dispute
  readonly evidence: Dispute['evidence'][number]
  readonly errors: { for(path: string): { on(field: string): readonly Code[] } }
}
type DisputeSdk = {
  readonly accept: (id: string) => Promise<Result>
  readonly finalize: (id: string) => Promise<Result>
  readonly find: (id: string) => Promise<Result>
  readonly addTextEvidence: (id: string, evidence: string | object) => Promise<Result>
  readonly removeEvidence: (id: string, evidenceId: string) => Promise<Result>
  readonly search: (
    question: (search: Search) => void,
    callback: (error: unknown, found: readonly (Dispute | null)[]) => void,
  ) => void
}

const listener = await givenListener()
const merchant = givenShop()
givenSubscriber(merchant)
merchant.destinations = [{ id: 'listener', url: listener.url, kinds: null }]
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
const gateway = sdkFor(sandbox, merchant)
const disputes = gateway.dispute as unknown as DisputeSdk
afterAll(async () => {
  await sandbox.close()
  await listener.close()
})
beforeEach(() => {
  merchant.notifications.clear()
  merchant.disputes.clear()
})

let sales = 0

/** A sale to the test card that is disputed at once. */
async function givenDispute(given?: string): Promise<Dispute> {
  sales += 1
  const amount = given ?? `${sales}.00`
  const { transaction } = await gateway.transaction.sale({
    amount,
    creditCard: { number: '4023898493988028', expirationDate: '12/2031' },
  } as unknown as braintree.TransactionRequest)
  const [dispute] = (transaction.disputes ?? []) as unknown as Dispute[]
  if (dispute === undefined) throw new Error('the sale has no dispute')
  return dispute
}

/** A sale of Jane's that has settled. */
async function givenSale(amount: string): Promise<string> {
  const { transaction } = await gateway.transaction.sale({
    amount,
    paymentMethodToken: 'jane_card',
    options: { submitForSettlement: true },
  } as braintree.TransactionRequest)
  await gateway.testing.settle(transaction.id)
  return transaction.id
}

async function control(method: string, path: string, body?: object) {
  const url = `http://127.0.0.1:${sandbox.port}/sandbox/merchants/${merchant.id}${path}`
  const answer = await fetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const advanceDays = (days: number) =>
  advance(sandbox.gateway, merchant, nowOf(sandbox.gateway, merchant) + days * DAY_MS)

const statusOf = async (id: string) => (await disputes.find(id)).dispute.status

const kinds = () =>
  journalOf(merchant)
    .map((it) => it.kind)
    .filter((kind) => kind.startsWith('dispute'))

async function idsOf(question: (search: Search) => void): Promise<readonly (string | undefined)[]> {
  return new Promise((resolve, reject) => {
    disputes.search(question, (error, found) =>
      error === null ? resolve(found.map((it) => it?.id)) : reject(error),
    )
  })
}

const codesOf = ({ errors }: Result, field = 'status') =>
  errors
    .for('dispute')
    .on(field)
    .map(({ code }) => code)

test('a sale to the test card has settled, and its dispute is open and notified', async () => {
  const { id, ...dispute } = await givenDispute('83.00')
  expect(dispute).toMatchObject({
    status: 'open',
    kind: 'chargeback',
    reason: 'fraud',
    reasonCode: '83',
    amountDisputed: '83.00',
    amountWon: '0.00',
    currencyIsoCode: 'USD',
    replyByDate: '2026-02-20',
    transaction: { amount: '83.00' },
  })
  expect(await gateway.transaction.find(dispute.transaction.id)).toMatchObject({
    status: 'settled',
    disputes: [{ id, status: 'open' }],
  })
  expect(kinds()).toEqual(['dispute_opened'])
})

test('an SDK reads the notification of a dispute, with the dispute and its transaction', async () => {
  const { id, transaction } = await givenDispute()
  const [notification] = journalOf(merchant)
  if (notification === undefined) throw new Error('notification not found')
  const payload = `${Buffer.from(textOf(notification)).toString('base64')}\n`
  const signature = (
    gateway.webhookTesting as unknown as { sampleSignature: (payload: string) => string }
  ).sampleSignature(payload)
  const parsed = await gateway.webhookNotification.parse(signature, payload)
  expect(parsed).toMatchObject({
    kind: 'dispute_opened',
    dispute: { id, status: 'open', transaction: { id: transaction.id } },
  })
})

test('an accepted dispute stays accepted, and nothing more can be done about it', async () => {
  const { id } = await givenDispute()
  expect((await disputes.accept(id)).success).toBe(true)
  expect(codesOf(await disputes.accept(id))).toEqual(['95704'])
  expect(codesOf(await disputes.finalize(id))).toEqual(['95705'])
  expect(codesOf(await disputes.addTextEvidence(id, 'too late'))).toEqual(['95701'])
  expect(await statusOf(id)).toBe('accepted')
  expect(kinds()).toEqual(['dispute_opened', 'dispute_accepted'])
})

test.each([
  ['compelling_evidence', 'won'],
  ['losing_evidence', 'lost'],
])('a dispute that is finalized with the test value %s is %s at once', async (text, status) => {
  const { id } = await givenDispute()
  await disputes.addTextEvidence(id, text)
  await disputes.finalize(id)
  const { dispute } = await disputes.find(id)
  expect(dispute.status).toBe(status)
  expect(dispute.amountWon).toBe(status === 'won' ? dispute.amountDisputed : '0.00')
  expect(kinds()).toEqual(['dispute_opened', 'dispute_disputed', `dispute_${status}`])
})

test('other evidence is reviewed from the next night on, and found wanting 30 days later', async () => {
  const { id } = await givenDispute()
  await disputes.addTextEvidence(id, 'our side of the story')
  await disputes.finalize(id)
  expect(await statusOf(id)).toBe('disputed')
  await advanceDays(1)
  expect(await statusOf(id)).toBe('under_review')
  await advanceDays(30)
  const { dispute } = await disputes.find(id)
  expect(dispute.status).toBe('lost')
  expect(dispute.statusHistory.map((it) => it.status)).toEqual(['lost', 'under_review', 'disputed', 'open'])
  expect(kinds()).toEqual(['dispute_opened', 'dispute_disputed', 'dispute_under_review', 'dispute_lost'])
})

test('a dispute without a reply expires after its last day', async () => {
  const { id } = await givenDispute()
  await advanceDays(20)
  expect(await statusOf(id)).toBe('open')
  await advanceDays(1)
  expect(await statusOf(id)).toBe('expired')
})

test('evidence is added with its category, and removed while the dispute is open', async () => {
  const { id } = await givenDispute()
  const { evidence } = await disputes.addTextEvidence(id, {
    content: 'UPS',
    category: 'CARRIER_NAME',
    sequenceNumber: 0,
  })
  expect(evidence).toMatchObject({ comment: 'UPS', category: 'CARRIER_NAME', sequenceNumber: 0 })
  const wrong = { content: 'x', category: 'NO_CATEGORY' }
  expect(codesOf(await disputes.addTextEvidence(id, wrong), 'evidence')).toEqual(['95706'])
  const ofFiles = { content: 'x', category: 'MERCHANT_WEBSITE_OR_APP_ACCESS' }
  expect(codesOf(await disputes.addTextEvidence(id, ofFiles), 'evidence')).toEqual(['95712'])
  expect((await disputes.find(id)).dispute.evidence).toHaveLength(1)
  expect((await disputes.removeEvidence(id, evidence.id)).success).toBe(true)
  await expect(disputes.removeEvidence(id, evidence.id)).rejects.toMatchObject({ type: 'notFoundError' })
  expect((await disputes.find(id)).dispute.evidence).toHaveLength(0)
})

test('a dispute by the control API ends by the clock as it was planned, without an answer', async () => {
  const transactionId = await givenSale('61.00')
  const wanted = { transactionId, id: 'planned', amount: '20.00', ends: { status: 'won', days: 45 } }
  expect(await control('POST', '/disputes', wanted)).toMatchObject({ status: 200, body: { status: 'open' } })
  await advanceDays(44)
  expect(await statusOf('planned')).toBe('open')
  await advanceDays(1)
  expect((await disputes.find('planned')).dispute).toMatchObject({ status: 'won', amountWon: '20.00' })
  expect(kinds()).toEqual(['dispute_opened', 'dispute_won'])
  expect(await control('GET', `/disputes?transactionId=${transactionId}`)).toMatchObject({
    body: { items: [{ id: 'planned', status: 'won' }], next: null },
  })
})

test('a dispute is decided by the control API at once, and only once', async () => {
  const { id } = await givenDispute()
  expect(await control('POST', `/disputes/${id}/decide`, { status: 'lost' })).toMatchObject({
    body: { status: 'lost' },
  })
  expect((await control('POST', `/disputes/${id}/decide`, { status: 'won' })).status).toBe(409)
})

test('only a sale that has begun to settle can be disputed, and not for more than it took', async () => {
  const { transaction } = await gateway.transaction.sale({
    amount: '62.00',
    paymentMethodToken: 'jane_card',
  } as braintree.TransactionRequest)
  expect((await control('POST', '/disputes', { transactionId: transaction.id })).status).toBe(409)
  expect((await control('POST', '/disputes', { transactionId: 'nothing' })).status).toBe(404)
  const transactionId = await givenSale('63.00')
  expect((await control('POST', '/disputes', { transactionId, amount: '63.01' })).status).toBe(400)
})

test('disputes are searched by what they are, newest first and page by page', async () => {
  const { id, transaction, receivedDate } = await givenDispute()
  expect(await idsOf((search) => search.id?.().is?.(id))).toEqual([id])
  expect(await idsOf((search) => search.transactionId?.().is?.(transaction.id))).toEqual([id])
  expect(await idsOf((search) => search.id?.().is?.('nothing'))).toEqual([])
  const [year, month, day] = receivedDate.split('-')
  const received = `${month}/${day}/${year}`
  expect(await idsOf((search) => search.receivedDate?.().between?.(received, received))).toContain(id)
  expect(await idsOf((search) => search.status?.().in?.(['open', 'won']))).toContain(id)
  expect(await idsOf((search) => search.reason?.().in?.(['duplicate']))).toEqual([])
  for (let n = 0; n < 60; n += 1) await givenDispute()
  const all = await idsOf((search) => search.kind?.().in?.(['chargeback']))
  expect(all.length).toBeGreaterThan(60)
  expect(new Set(all).size).toBe(all.length)
  expect(all).toEqual(
    Array.from(merchant.disputes.values())
      .toSorted((a, b) => b.sequence - a.sequence)
      .map((it) => it.id),
  )
})

test('a transaction is found by the day on which it was disputed', async () => {
  const { transaction } = await givenDispute()
  const today = dayOf(nowOf(sandbox.gateway, merchant))
  const found: string[] = []
  const stream = gateway.transaction.search((search) => {
    search.id().is(transaction.id)
    search.disputeDate().min(new Date(today))
  })
  for await (const each of stream) found.push((each as unknown as braintree.Transaction).id)
  expect(found).toEqual([transaction.id])
})

test('a dispute of a subscription is shown with the payments of the subscription', async () => {
  const { subscription } = await gateway.subscription.create({
    planId: 'monthly',
    paymentMethodToken: 'jane_card',
  })
  await advanceDays(1)
  const [bill] = (await gateway.subscription.find(subscription.id)).transactions ?? []
  await control('POST', '/disputes', { transactionId: bill?.id, id: 'of_bill' })
  const shown = await gateway.subscription.find(subscription.id)
  expect(shown.transactions?.[0]?.disputes).toMatchObject([{ id: 'of_bill', status: 'open' }])
  await control('POST', '/disputes/of_bill/decide', { status: 'won' })
  const after = await gateway.subscription.find(subscription.id)
  expect(after.transactions?.[0]?.disputes).toMatchObject([{ id: 'of_bill', status: 'won' }])
})
