import type { Transaction } from '../../frame/context.ts'
import { loadCountPage, loadReferrerPage } from './rows/differences.ts'

/** A figure that was not what the rows give. */
export type Difference = {
  readonly period: string
  readonly start: string
  /** The name of the figure; one of a referrer has the referrer's key. */
  readonly figure: string
  readonly key: string
  readonly was: number
  readonly is: number
}

const PAGE = 5000

/** Compares all figures of two generations, in a transaction that reads: both have counted the same rows. */
export async function* findDifferences(
  tx: Transaction,
  current: number,
  checked: number,
): AsyncIterable<Difference> {
  yield* compare(figuresOf(tx, current), figuresOf(tx, checked))
  yield* compare(referrerFiguresOf(tx, current), referrerFiguresOf(tx, checked))
}

type Figure = Omit<Difference, 'was' | 'is'> & { readonly amount: number }

async function* figuresOf(tx: Transaction, generation: number): AsyncGenerator<readonly Figure[]> {
  let after = null
  do {
    const page = await loadCountPage(tx, generation, after, PAGE)
    yield page.map(({ metric: figure, ...it }) => ({ ...it, figure }))
    after = page.length < PAGE ? null : (page.at(-1) ?? null)
  } while (after !== null)
}

const names = ['clicks', 'visitors', 'attributed', 'converted', 'ended'] as const

async function* referrerFiguresOf(tx: Transaction, generation: number): AsyncGenerator<readonly Figure[]> {
  let after = null
  do {
    const page = await loadReferrerPage(tx, generation, after, PAGE)
    yield page.flatMap(({ user_id: key, period, start, ...amounts }) =>
      names.map((name) => ({ period, start, figure: `referrer.${name}`, key, amount: amounts[name] })),
    )
    after = page.length < PAGE ? null : (page.at(-1) ?? null)
  } while (after !== null)
}

/**
 * Reads both page by page, and keeps what only one of them has shown so far: they are in the same order, so that is about
 * a page, unless they differ in much.
 */
async function* compare(
  current: AsyncGenerator<readonly Figure[]>,
  checked: AsyncGenerator<readonly Figure[]>,
): AsyncIterable<Difference> {
  const open = new Map<string, Difference>()
  for (;;) {
    const [before, after] = await Promise.all([current.next(), checked.next()])
    const was: readonly Figure[] = before.done === true ? [] : before.value
    const is: readonly Figure[] = after.done === true ? [] : after.value
    for (const it of was) merge(open, it, { was: it.amount, is: 0 })
    for (const it of is) merge(open, it, { was: 0, is: it.amount })
    for (const [key, it] of open) if (it.was === it.is) open.delete(key)
    if (before.done === true && after.done === true) break
  }
  yield* open.values()
}

function merge(open: Map<string, Difference>, figure: Figure, amounts: Pick<Difference, 'was' | 'is'>): void {
  const { amount: _, ...about } = figure
  const key = `${about.period} ${about.start} ${about.figure} ${about.key}`
  const found = open.get(key)
  const was = amounts.was + (found?.was ?? 0)
  open.set(key, { ...about, was, is: amounts.is + (found?.is ?? 0) })
}
