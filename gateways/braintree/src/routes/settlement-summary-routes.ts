import { type Day, dayOf, parseDay } from '../model/day.ts'
import type { Merchant } from '../model/merchant.ts'
import { type Params, partOf, textOf } from '../model/params.ts'
import type { Transaction } from '../model/transaction.ts'
import { type Answer, created, invalid } from '../protocol/answer.ts'
import { Problems, problem } from '../protocol/problems.ts'
import type { Call, Route } from '../protocol/route.ts'
import { array, type Fields, money } from '../protocol/xml.ts'

/** The settled amounts of a day, by kind, card type and merchant account. */
export const settlementSummaryRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/settlement_batch_summary',
    body: { settlement_batch_summary: { settlement_date: 'value', group_by_custom_field: 'value' } },
    handle: summarize,
  },
]

function summarize({ merchant, body }: Call): Answer {
  const params = partOf(body, 'settlement_batch_summary')
  const problems = new Problems(['settlement_batch_summary'])
  const day = readDate(params, problems)
  const field = readField(params, merchant, problems)
  if (day === null || !problems.isEmpty) return invalid(problems, body)
  const records = recordsOf(merchant, day, field)
  return created('settlement-batch-summary', { records: array('record', records) })
}

const dateBlank = problem('82301', 'settlement_date', 'Settlement Date is required.')

const dateInvalid = problem('82302', 'settlement_date', 'Settlement Date is invalid.')

const fieldInvalid = problem(
  '82303',
  'group_by_custom_field',
  'Group by custom field is not a valid custom field.',
)

/** `2026-01-31`, or `1/31/2026`. */
function readDate(params: Params, problems: Problems): Day | null {
  const text = textOf(params, 'settlement_date') ?? null
  if (text === null) {
    problems.add(dateBlank)
    return null
  }
  const [, month, dayOfMonth, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  const isAmerican = year !== undefined && month !== undefined && dayOfMonth !== undefined
  const day = parseDay(
    isAmerican ? `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}` : dashed(text),
  )
  if (day === null) problems.add(dateInvalid)
  return day
}

/** SDKs leave out the zeros: `2026-1-3`. */
function dashed(text: string): string {
  return text.replace(/-(\d)(?!\d)/g, '-0$1')
}

function readField(params: Params, merchant: Merchant, problems: Problems): string | null {
  const name = textOf(params, 'group_by_custom_field') ?? null
  if (name === null || merchant.customFields.some((field) => field.name === name)) return name
  problems.add(fieldInvalid)
  return null
}

function recordsOf(merchant: Merchant, day: Day, field: string | null): readonly Fields[] {
  const groups = new Map<string, Transaction[]>()
  for (const transaction of merchant.transactions.values()) {
    if (!isSettledOn(transaction, day)) continue
    const { type, merchantAccountId, card, customFields } = transaction
    const key = JSON.stringify([
      type,
      card.number.cardType,
      merchantAccountId,
      field && (customFields[field] ?? ''),
    ])
    groups.set(key, [...(groups.get(key) ?? []), transaction])
  }
  const records = Array.from(groups.values(), (group) => recordOf(group, field))
  return field === null ? records : records.toSorted(byValue(tagOf(field)))
}

/** Transactions that do not have the custom field come last. */
function byValue(tag: string) {
  return (a: Fields, b: Fields): number => Number(a[tag] === null) - Number(b[tag] === null)
}

function tagOf(field: string): string {
  return field.replace(/_/g, '-')
}

function isSettledOn({ status, statusHistory }: Transaction, day: Day): boolean {
  const settled = status === 'settled' && statusHistory.find((event) => event.status === 'settled')
  return settled !== undefined && settled !== false && dayOf(settled.timestamp) === day
}

function recordOf(group: readonly Transaction[], field: string | null): Fields {
  const [first] = group
  if (first === undefined) throw new Error('a group of settled transactions is empty')
  return {
    kind: first.type,
    'card-type': first.card.number.cardType,
    'merchant-account-id': first.merchantAccountId,
    count: `${group.length}`,
    'amount-settled': money(group.reduce((sum, { amount }) => sum + amount, 0)),
    ...(field === null ? {} : { [tagOf(field)]: first.customFields[field] ?? null }),
  }
}
