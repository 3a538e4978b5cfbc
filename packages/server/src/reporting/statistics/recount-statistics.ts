import type { TenantId } from '@goodword/domain/values/ids'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { countPiece } from './counting/count-piece.ts'
import { newGeneration, takeGenerations } from './counting/generation.ts'
import { loadCountPage, loadReferrerPage } from './rows/differences.ts'
import { type Generation, insertGeneration, loadGenerations, saveGeneration } from './rows/generations.ts'

export type RecountedStatistics = {
  readonly alias: string
  readonly timeZone: string
  /** How many figures were wrong; they are right now. */
  readonly differences: number
  /** The first of them. */
  readonly examples: readonly Difference[]
}

const MAX_EXAMPLES = 20

/**
 * Counts all figures of a tenant again from the rows that there are, beside the current ones, and puts them in their place.
 * Requests get the current figures until then, and what happens meanwhile is counted in both.
 *
 * @throws OperatorError for an unknown alias, and when the program got another time zone meanwhile
 */
export async function recountStatistics(ctx: Context, alias: string): Promise<RecountedStatistics> {
  const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
  const generation = await ctx.writeTenant(tenantId, begin)
  // Clicks that no generation has counted are left to the service.
  const none = async () => 0
  while (await ctx.writeTenant(tenantId, (tx) => countPiece(tx, none)));
  const { differences, examples } = await compare(ctx, tenantId, generation)
  const timeZone = await ctx.writeTenant(tenantId, async (tx) => {
    const { current, checked } = pairOf(await takeGenerations(tx), generation)
    saveGeneration(tx, { ...current, state: 'OLD' })
    saveGeneration(tx, { ...checked, state: 'CURRENT' })
    writeAuditEntry(tx, auditEntry(ctx, 'statistics.recount', { differences }))
    // The recount deletes the old generations.
    enqueueJob(tx, { kind: 'COUNT_STATISTICS', subject: '' })
    return checked.time_zone
  })
  return { alias, timeZone, differences, examples }
}

/** A generation that an interrupted recount has left is given up. */
async function begin(tx: Transaction): Promise<number> {
  const generations = await takeGenerations(tx)
  for (const it of generations) if (it.state === 'CHECK') saveGeneration(tx, { ...it, state: 'OLD' })
  const current = generations.find((it) => it.state === 'CURRENT')
  if (current === undefined) throw new Error('the tenant has no current generation of statistics')
  const generation = Math.max(...generations.map((it) => it.generation)) + 1
  insertGeneration(tx, newGeneration(generation, current.time_zone, 'CHECK'))
  return generation
}

function compare(ctx: Context, tenantId: TenantId, generation: number) {
  return ctx.readTenant(tenantId, async (tx) => {
    const { current, checked } = pairOf(await loadGenerations(tx), generation)
    const examples: Difference[] = []
    let differences = 0
    for await (const it of findDifferences(tx, current.generation, checked.generation)) {
      differences += 1
      if (examples.length < MAX_EXAMPLES) examples.push(it)
    }
    return { differences, examples }
  })
}

function pairOf(generations: readonly Generation[], generation: number) {
  const current = generations.find((it) => it.state === 'CURRENT')
  const checked = generations.find((it) => it.generation === generation)
  const isPair = checked?.state === 'CHECK' && checked.is_complete && checked.time_zone === current?.time_zone
  if (current === undefined || checked === undefined || !isPair) {
    throw new OperatorError('Another recount began meanwhile. Run the command again when it has finished.')
  }
  return { current, checked }
}

/** A figure that was not what the rows give. */
type Difference = {
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
async function* findDifferences(
  tx: Transaction,
  current: number,
  checked: number,
): AsyncIterable<Difference> {
  yield* compareFigures(figuresOf(tx, current), figuresOf(tx, checked))
  yield* compareFigures(referrerFiguresOf(tx, current), referrerFiguresOf(tx, checked))
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
async function* compareFigures(
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
