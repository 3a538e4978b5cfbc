import type { PoolClient } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { genericPlan } from '../../../testing/checks/generic-plan.ts'
import { wholeReads } from '../../../testing/checks/plan-rules.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { makeTestTenant } from '../../../testing/test-tenant.ts'
import './clicks.ts'
import { openDatabase } from '../../../engine/driver/database.ts'
import { allStatements } from '../../../engine/driver/statement.ts'
import { NO_TIMEOUTS } from '../../../testing/endless.ts'

/** The number that npm test has time for; the long tests ask for ten million. */
const CLICKS = Number(process.env.GOODWORD_TEST_CLICKS ?? 120_000)
const MONTHS = 12
const CLICKS_A_MONTH = Math.ceil(CLICKS / MONTHS)
const BATCH = 32
const LIMIT_MS = 60_000 + CLICKS / 10

const db = await createTestDatabase()
const { owner, address } = db
const acme = await makeTestTenant(db, 'acme')
const insert = allStatements().find(({ name }) => name === 'click.insert')?.text ?? ''

const sessions = openDatabase(address, 'owner', 1, NO_TIMEOUTS)
afterAll(() => sessions.close())
// Asked once: a month may end while this runs.
const [now] = await query<{ month: string }>("select date_trunc('month', now())::text as month")
const thisMonth = now?.month

test(
  `${CLICKS} clicks in ${MONTHS} months make neither another click nor the end of a month dearer`,
  async () => {
    const planBefore = await planOfInsert()
    const insertBefore = await blocksOf(insertText())
    await fill(-11, 0)
    await open(-17)
    await fill(-15, -15)
    await query('analyze app.click')

    expect(await planOfInsert()).toEqual(planBefore)
    // The keys of a month are a tree, which grows by a level or two.
    expect(await blocksOf(insertText())).toBeLessThanOrEqual(insertBefore + 3 * BATCH)

    // The first two months are empty, the third is full.
    await blocksOf(dropText)
    const dropOfEmpty = await blocksOf(dropText)
    expect(await rowsSince(-15)).toBe(CLICKS_A_MONTH * (MONTHS + 1))
    const blocksOfFullMonth = await blocksOfMonth(-15)
    const dropOfFull = await blocksOf(dropText)
    expect(await rowsSince(-15)).toBe(CLICKS_A_MONTH * MONTHS)
    // A drop that reads its rows looks at every block of the month. The catalog alone varies by some dozens.
    expect(dropOfFull).toBeLessThan(dropOfEmpty + blocksOfFullMonth)
  },
  LIMIT_MS,
)

const dropText = 'select app.drop_click_month(now())'

function insertText(): string {
  const keys = Array.from(
    { length: BATCH },
    (_, index) => `00000000-0000-7000-8000-${`${index}`.padStart(12, '0')}`,
  )
  const uuids = `'{${keys.join(',')}}'::uuid[]`
  const via = `array_fill('email'::text, array[${BATCH}])`
  const ahead = `array_fill(0::int8, array[${BATCH}])`
  return `execute click_insert('${acme.id}', ${uuids}, ${uuids}, ${via}, ${uuids}, ${ahead})`
}

function planOfInsert(): Promise<object> {
  return inSession(async (session) => {
    await session.query('begin')
    const plan = await genericPlan(session, insert)
    expect(wholeReads(plan)).toEqual([])
    return plan
  })
}

/** How many blocks of 8 KiB a statement reads, in memory or not. Its written rows are kept for `drop`. */
function blocksOf(text: string): Promise<number> {
  return inSession(async (session) => {
    await session.query('begin')
    await session.query(`select app.set_tenant('${acme.id}')`)
    if (text.startsWith('execute')) await session.query(`prepare click_insert as ${insert}`)
    const { rows } = await session.query(`explain (analyze, buffers, format json) ${text}`)
    const [{ Plan: plan }] = rows[0]['QUERY PLAN']
    if (text === dropText) await session.query('commit')
    return Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks'])
  })
}

/**
 * Does the work in a session of its own, which must read the catalogue first. An older one need not, but may have to at any
 * time, for what others do to the server, so its blocks would not compare.
 */
async function inSession<T>(work: (session: PoolClient) => Promise<T>): Promise<T> {
  const session = await sessions.pool.connect()
  try {
    await session.query('set role goodword_service')
    await session.query('set plan_cache_mode = force_generic_plan')
    return await work(session)
  } finally {
    session.release(true)
  }
}

/** Opens the months from one on, counted from this one. */
async function open(first: number): Promise<void> {
  await query("select app.open_click_months($2::timestamptz + $1 * interval '1 month')", [first, thisMonth])
}

/** Spreads clicks evenly over whole months, counted from this one. */
async function fill(first: number, last: number): Promise<void> {
  await open(first)
  // A partition is not dropped while autovacuum works on it; the job would retry an hour later.
  await query(`do $$ declare part regclass; begin
    for part in select inhrelid::regclass from pg_inherits where inhparent = 'app.click'::regclass loop
      execute format('alter table %s set (autovacuum_enabled = false)', part);
    end loop;
  end $$`)
  for (let month = first; month <= last; month += 1) {
    await query(
      `insert into app.click
       select '${acme.id}', least(begins + (ends - begins) * it / $2::int, now()),
         gen_random_uuid(), gen_random_uuid(), 'email', gen_random_uuid()
       from generate_series(0, $2::int - 1) it,
         (select $3::timestamptz + $1 * interval '1 month' as begins,
            $3::timestamptz + ($1 + 1) * interval '1 month' as ends) as bounds`,
      [month, CLICKS_A_MONTH, thisMonth],
    )
  }
}

/** The size of the partition of a month that has rows, in blocks of 8 KiB. */
async function blocksOfMonth(month: number): Promise<number> {
  const [row] = await query<{ blocks: number }>(
    `select pg_relation_size(tableoid) / 8192 as blocks
     from app.click
     where clicked_at >= $2::timestamptz + $1 * interval '1 month'
     order by clicked_at
     limit 1`,
    [month, thisMonth],
  )
  return Number(row?.blocks)
}

async function rowsSince(month: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(*) from app.click where clicked_at >= $2::timestamptz + $1 * interval '1 month'`,
    [month, thisMonth],
  )
  return Number(row?.count)
}

function query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return owner.query<Row>({ name: '', text }, values)
}
