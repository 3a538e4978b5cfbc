import { type CountedBill, countBills, type Decision } from './bill-calendar.ts'
import type { Cast } from './cast.ts'
import { type Differences, differences } from './differences.ts'
import type { Credit, Gateway } from './gateway.ts'
import type { ListedBill, ProcessorTarget } from './target.ts'

export type BillComparison = {
  /** Bills that had a discount or should have had one. */
  readonly bills: number
  /** The bills that had another discount than they should have had. */
  readonly wrong: number
  /** The wrong bills that the target lists as wrong, or as wrong and mended. */
  readonly found: number
  /** The amount that customers overpaid, and the refunded part of it, in minor units. */
  readonly paidTooMuch: number
  readonly refunded: number
  /** Refunds that are owed, and were made once. */
  readonly rightRefunds: number
  readonly refunds: Differences
  /** Bills that the target lists otherwise than they were, or not at all, or that it must not list. */
  readonly unlisted: readonly string[]
}

/** Each bill at the gateway with its expected discount, and the target's record and correction of it. */
export async function compareBills(
  target: ProcessorTarget,
  gateway: Gateway,
  cast: Cast,
  decisions: readonly Decision[],
): Promise<BillComparison> {
  const names = [...cast.referrers, ...cast.friends.map((it) => it.name), ...cast.outsiders]
  const histories = await gateway.histories(names)
  const listed = await target.bills()
  const credits = histories.flatMap((it) => it.credits)
  const counted = countBills(cast, histories, decisions).map((bill) => ({
    ...bill,
    refunds: [...bill.refunds, ...creditsFor(bill, listed ?? [], credits)],
  }))
  const findings = [
    ...counted.map((it) => ({
      what: `refund of the ${textOf(it)}`,
      owed: owedBack(it),
      found: refundedOf(it),
      times: it.refunds.length,
    })),
    ...credits
      .filter(({ orderId }) => !(listed ?? []).some(({ id }) => orderId === `bill-${id}`))
      .map(({ orderId, amount }) => ({ what: `credit ${orderId}`, owed: 0, found: amount, times: 1 })),
  ]
  const bills = counted.filter((it) => it.expected > 0 || it.discount > 0)
  const wrong = bills.filter(isWrong)
  const listedWrong =
    listed === null ? null : await Promise.all([target.bills('WRONG'), target.bills('MENDED')])
  const isListedWrong = (bill: CountedBill) =>
    listedWrong?.flat().some((it) => it !== null && isOf(it, bill)) ?? false
  return {
    bills: bills.length,
    wrong: wrong.length,
    found: wrong.filter(isListedWrong).length,
    paidTooMuch: sum(findings.map((it) => it.owed)),
    refunded: sum(findings.map((it) => it.found)),
    rightRefunds: findings.filter((it) => it.owed > 0 && it.found === it.owed && it.times === 1).length,
    refunds: differences(findings),
    unlisted: listed === null ? withoutLedger(wrong) : [...againstLedger(bills, listed), ...falselyListed()],
  }

  /** The lists by state, which have to be the wrong bills and no other one. */
  function falselyListed(): readonly string[] {
    const states = (listedWrong ?? []).flatMap((it) => it ?? [])
    return [
      ...wrong.filter((it) => !isListedWrong(it)).map((it) => `${textOf(it)} is in no list of wrong bills`),
      ...states
        .filter((it) => !wrong.some((bill) => isOf(it, bill)))
        .map(
          (it) => `${it.state} is said of a bill of ${it.accountId} that was right: ${JSON.stringify(it)}`,
        ),
    ]
  }
}

/** The credit of the target to the customer for a bill, instead of a refund. */
function creditsFor(
  bill: CountedBill,
  listed: readonly ListedBill[],
  credits: readonly Credit[],
): readonly number[] {
  const orders = listed.filter((it) => isOf(it, bill)).map(({ id }) => `bill-${id}`)
  return credits.filter(({ orderId }) => orders.includes(orderId)).map(({ amount }) => amount)
}

/** Compares only what customers paid, for a target that keeps no bills: a wrong bill is one that was not refunded. */
function withoutLedger(wrong: readonly CountedBill[]): readonly string[] {
  return wrong
    .filter((it) => it.expected - it.discount !== refundedOf(it))
    .map((it) => `${textOf(it)} is wrong`)
}

/** Each bill is kept once, as it was, and its state says what became of it. */
function againstLedger(bills: readonly CountedBill[], listed: readonly ListedBill[]): readonly string[] {
  const missing = bills.flatMap((bill) => {
    const kept = listed.filter((it) => isOf(it, bill))
    const [first] = kept
    if (first === undefined) return [`${textOf(bill)} is not kept`]
    if (kept.length > 1) return [`${textOf(bill)} is kept ${kept.length} times`]
    const should = {
      accountId: bill.name,
      expected: bill.expected,
      actual: bill.discount,
      difference: bill.expected - bill.discount,
      charged: bill.charged,
      refunded: owedBack(bill),
      state: !isWrong(bill) ? 'RIGHT' : owedBack(bill) > 0 ? 'MENDED' : 'WRONG',
    }
    const said = Object.fromEntries(Object.keys(should).map((key) => [key, first[key as keyof ListedBill]]))
    const isSame = JSON.stringify(said) === JSON.stringify(should)
    return isSame ? [] : [`${textOf(bill)} is kept as ${JSON.stringify(said)} (${first.reason})`]
  })
  const strange = listed.filter((it) => !bills.some((bill) => isOf(it, bill)))
  return [...missing, ...strange.map((it) => `no such bill was made: ${JSON.stringify(it)}`)]
}

/** A bill of 0 has no payment, and its own day. */
function isOf(listed: ListedBill, bill: CountedBill): boolean {
  if (listed.subscriptionId !== bill.subscriptionId || listed.transactionId !== bill.transactionId)
    return false
  return bill.transactionId !== null || dayOf(listed.date) === dayOf(bill.madeAt)
}

function isWrong({ expected, discount }: CountedBill): boolean {
  return expected !== discount
}

/** The overpaid amount of a bill; an underpaid one is never charged. */
function owedBack({ expected, discount, charged }: CountedBill): number {
  return Math.max(0, Math.min(expected - discount, charged))
}

function refundedOf({ refunds }: CountedBill): number {
  return sum(refunds)
}

function textOf({ name, madeAt, expected, discount }: CountedBill): string {
  return `bill of ${name} on ${new Date(madeAt).toISOString()} with ${discount} instead of ${expected}`
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, it) => total + it, 0)
}
