import { LAST_TIME } from '@goodword/domain/values/last-time'
import type { Transaction } from '../../../frame/context.ts'
import type { ZonedCalendar } from '../calendar.ts'
import { addClickBuckets, type ClickBucket, loadClickBuckets } from '../rows/click-buckets.ts'
import { type Generation, saveGeneration } from '../rows/generations.ts'
import {
  deleteVisitors,
  findSeenVisitors,
  insertVisitors,
  loadClicks,
  type RawClick,
} from '../rows/raw-clicks.ts'
import type { Counts } from './counts.ts'
import { addTo } from './generation.ts'

/**
 * Counts the next clicks, up to so many and before a moment by which all clicks are committed, in generations that have
 * counted the same ones. True when there may be more of them.
 */
export async function countClicks(
  tx: Transaction,
  generations: readonly Generation[],
  before: number,
  most: number,
): Promise<boolean> {
  const [first] = generations
  if (first === undefined || first.clicks_until >= before) return false
  const { rows, until } = await nextRows(first.clicks_until, before, most, 1, {
    load: (from, end, limit) => loadClicks(tx, from, end, limit),
    timeOf: (it) => it.at,
  })
  const { buckets, newcomers } = await bucketsOf(tx, rows)
  addClickBuckets(tx, buckets)
  insertVisitors(tx, newcomers)
  for (const generation of generations) {
    addBuckets(tx, generation, buckets)
    saveGeneration(tx, { ...generation, clicks_until: until })
  }
  // Clicks that are stored later happened later, also where the tenant's clock is ahead.
  const aheadMs = rows.reduce((most, it) => Math.max(most, it.happened - it.at), 0)
  const forgotten = await deleteVisitors(tx, utcDayOf(until + aheadMs), most)
  return until < before || forgotten === most
}

/** Counts clicks that were counted before for a generation that has not come to them; false when none are left. */
export async function recountClicks(
  tx: Transaction,
  generation: Generation,
  countedUntil: number,
  most: number,
): Promise<boolean> {
  if (generation.clicks_until >= countedUntil) return false
  const { rows, until } = await nextRows(generation.buckets_until, AFTER_ALL, most, BUCKET_MS, {
    load: (from, end, limit) => loadClickBuckets(tx, from, end, limit),
    timeOf: (it) => it.bucket_at,
  })
  addBuckets(tx, generation, rows)
  const isDone = until === AFTER_ALL
  const places = isDone ? { clicks_until: countedUntil } : { buckets_until: until }
  saveGeneration(tx, { ...generation, ...places })
  return true
}

/** A time after any click, whatever the clock of the tenant shows. */
const AFTER_ALL = LAST_TIME

/** Clicks of a quarter hour belong to the same day in every time zone. */
const BUCKET_MS = 900_000

/** Sums clicks up by quarter hours. A visitor is the first click of a browser on a day (UTC). */
export async function bucketsOf(tx: Transaction, clicks: readonly RawClick[]) {
  const days = [...new Set(clicks.map((it) => utcDayOf(it.happened)))]
  const seen = new Set<string>()
  for (const day of days) {
    const visitors = new Set(clicks.filter((it) => utcDayOf(it.happened) === day).map((it) => it.visitor))
    for (const it of await findSeenVisitors(tx, day, [...visitors])) seen.add(`${day} ${it}`)
  }
  const newcomers: { readonly day: string; readonly visitor: string }[] = []
  const buckets = new Map<string, ClickBucket>()
  for (const { happened, user_id, via, visitor } of clicks) {
    const at = Math.min(happened, LAST_TIME)
    const day = utcDayOf(at)
    const isFirst = !seen.has(`${day} ${visitor}`)
    if (isFirst) newcomers.push({ day, visitor })
    seen.add(`${day} ${visitor}`)
    const about = { bucket_at: at - (at % BUCKET_MS), user_id, medium: via ?? 'direct' }
    const key = `${about.bucket_at} ${user_id} ${about.medium}`
    const { clicks: before, visitors } = buckets.get(key) ?? { clicks: 0, visitors: 0 }
    buckets.set(key, { ...about, clicks: before + 1, visitors: visitors + (isFirst ? 1 : 0) })
  }
  return { buckets: [...buckets.values()], newcomers }
}

export function countBucket(counts: Counts, calendar: ZonedCalendar, bucket: ClickBucket): void {
  const day = calendar.dayOf(bucket.bucket_at)
  const { user_id: user, medium, clicks, visitors } = bucket
  counts.add(day, 'CLICKS', medium, clicks)
  counts.add(day, 'VISITORS', medium, visitors)
  counts.addToReferrer(user, day, { clicks, visitors })
}

function addBuckets(tx: Transaction, generation: Generation, buckets: readonly ClickBucket[]): void {
  addTo(tx, generation, (counts, calendar) => {
    for (const bucket of buckets) countBucket(counts, calendar, bucket)
  })
}

type Source<Row> = {
  readonly load: (from: number, before: number, limit: number | null) => Promise<readonly Row[]>
  readonly timeOf: (row: Row) => number
}

/** Reads about so many rows in the order of time: those of one moment, `unitMs` long, come together. */
async function nextRows<Row>(
  from: number,
  before: number,
  most: number,
  unitMs: number,
  { load, timeOf }: Source<Row>,
): Promise<{ readonly rows: readonly Row[]; readonly until: number }> {
  const rows = await load(from, before, most)
  const last = rows.at(-1)
  if (last === undefined || rows.length < most) return { rows, until: before }
  const end = timeOf(last)
  if (end > from) return { rows: rows.filter((it) => timeOf(it) < end), until: end }
  const next = Math.min(before, from + unitMs)
  return { rows: await load(from, next, null), until: next }
}

/**
 * Visitors are hashed with a salt of the machine's day, by UTC. So of a test tenant whose clock is ahead by parts of a day,
 * a browser that comes before and after the machine's midnight counts twice.
 */
function utcDayOf(at: number): string {
  return new Date(Math.min(at, LAST_TIME)).toISOString().slice(0, 10)
}
