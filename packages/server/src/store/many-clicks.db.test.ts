import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant } from '../testing/test-tenant.ts'
import { genericPlan } from './checks/generic-plan.ts'
import { wholeReads } from './checks/plan-rules.ts'
import './clicks.ts'
import { allStatements } from './statement.ts'

/** As many as npm test has time for; the long tests ask for ten million. */
const CLICKS = Number(process.env.GOODWORD_TEST_CLICKS ?? 120_000)
const MONTHS = 12
const CLICKS_A_MONTH = Math.ceil(CLICKS / MONTHS)
const BATCH = 32
const LIMIT_MS = 60_000 + CLICKS / 10

const { owner, service, ...others } = await createTestDatabase()
const acme = await makeTestTenant({ owner, service, ...others }, 'acme')
const insert = allStatements().find(({ name }) => name === 'click.insert')?.text ?? ''

let session: PoolClient
beforeAll(async () => {
  session = await owner.pool.connect()
  await session.query('set role goodword_service')
  await session.query('set plan_cache_mode = force_generic_plan')
})
afterAll(() => session.release(true))

test(
  `${CLICKS} clicks in ${MONTHS} months make neither another click nor the end of a month dearer`,
  async () => {
    const planBefore = await planOfInsert()
    const insertBefore = await blocksOf(insertText())
    await fill(-11, 0)
    await query(`select app.open_click_months(now() - interval '17 months')`)
    await fill(-15, -15)
    await query('analyze app.click')

    expect(await planOfInsert()).toEqual(planBefore)
    // The keys of a month are a tree, which grows by a level or two.
    expect(await blocksOf(insertText())).toBeLessThanOrEqual(insertBefore + 3 * BATCH)

    // The first reads the catalogue, the second month is empty, the third is full.
    await blocksOf(dropText)
    const dropOfEmpty = await blocksOf(dropText)
    expect(await rowsSince(-15)).toBe(CLICKS_A_MONTH * (MONTHS + 1))
    const dropOfFull = await blocksOf(dropText)
    expect(await rowsSince(-15)).toBe(CLICKS_A_MONTH * MONTHS)
    expect(dropOfFull).toBeLessThanOrEqual(dropOfEmpty + 50)
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
  return `execute click_insert('${acme.id}', ${uuids}, ${uuids}, ${via}, ${uuids})`
}

async function planOfInsert(): Promise<object> {
  await session.query('begin')
  const plan = await genericPlan(session, insert)
  await session.query('rollback')
  expect(wholeReads(plan)).toEqual([])
  return plan
}

/** How many blocks of 8 KiB a statement looks at, whether they are in memory or not. What it writes is kept for `drop`. */
async function blocksOf(text: string): Promise<number> {
  await session.query('begin')
  await session.query(`select app.set_tenant('${acme.id}')`)
  if (text.startsWith('execute')) await session.query(`prepare click_insert as ${insert}`)
  const { rows } = await session.query(`explain (analyze, buffers, format json) ${text}`)
  const [{ Plan: plan }] = rows[0]['QUERY PLAN']
  if (text.startsWith('execute')) {
    await session.query('deallocate click_insert')
    await session.query('rollback')
  } else await session.query('commit')
  return Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks'])
}

/** Spreads clicks evenly over whole months, counted from this one. */
async function fill(first: number, last: number): Promise<void> {
  await query("select app.open_click_months(now() + $1 * interval '1 month')", [first])
  // A month is not dropped while somebody cleans it up; the job would come again an hour later.
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
         (select date_trunc('month', now()) + $1 * interval '1 month' as begins,
            date_trunc('month', now()) + ($1 + 1) * interval '1 month' as ends) as bounds`,
      [month, CLICKS_A_MONTH],
    )
  }
}

async function rowsSince(month: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(*) from app.click where clicked_at >= date_trunc('month', now()) + $1 * interval '1 month'`,
    [month],
  )
  return Number(row?.count)
}

function query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return owner.query<Row>({ name: '', text }, values)
}
