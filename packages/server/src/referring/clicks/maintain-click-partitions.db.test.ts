import { expect, inject, test as testOnce } from 'vitest'
import { openDatabase } from '../../engine/driver/database.ts'
import { withinOneDay } from '../../testing/database/within-one-day.ts'
import { NO_TIMEOUTS } from '../../testing/endless.ts'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { maintainClickPartitions } from './maintain-click-partitions.ts'

const { owner, service, address, connectService } = await createTestDatabase()
const clock = { now: () => Date.now() }
const maintain = (db = service, now = clock.now()) =>
  maintainClickPartitions(testContext(db, { now: () => now }))

const DAY_MS = 86_400_000

const query = <Row>(text: string, values: readonly unknown[] = []) =>
  owner.query<Row>({ name: '', text }, values)

async function months(): Promise<readonly string[]> {
  const found = await query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'app.click'::regclass order by 1`,
  )
  return found.map(({ name }) => name)
}

/** The table of the month that is so many months from now, by the database's clock. */
async function monthFromNow(count: number): Promise<string> {
  const [row] = await query<{ name: string }>(
    `select to_char(date_trunc('month', now()) + $1 * interval '1 month', '"click_"YYYY_MM') as name`,
    [count],
  )
  return row?.name ?? ''
}

const monthsFromNow = (counts: readonly number[]) => Promise.all(counts.map(monthFromNow))

/** Opens this month and so many before it, with a click in the middle of each. */
async function clicksSince(before: number): Promise<void> {
  await query(`select app.open_click_months(now() - $1 * interval '1 month')`, [before])
  await query(
    `insert into app.click select 'acme', date_trunc('month', now()) - it * interval '1 month' + interval '1 hour',
       gen_random_uuid(), gen_random_uuid(), null, gen_random_uuid()
     from generate_series(0, $1::int) it`,
    [before],
  )
}

/** The file of the table; on a cluster those of its shards. */
async function saltFiles(): Promise<readonly string[]> {
  const isRelatedOnly = inject('databaseServer').workers !== undefined
  const text = isRelatedOnly
    ? `select result as path from run_command_on_shards('app.click_salt', $$select pg_relation_filepath('%s')$$) order by shardid`
    : `select pg_relation_filepath('app.click_salt') as path`
  return (await query<{ path: string }>(text)).map(({ path }) => path)
}

/** A test that begins with no month open, and has one month from its beginning to its end. */
const test = (name: string, work: () => Promise<void>) =>
  testOnce(name, () =>
    withinOneDay(owner, async () => {
      for (const month of await months()) await query(`drop table app.${month}`)
      await query('truncate app.click_salt')
      await work()
    }),
  )

test('the table has room for the clicks of this month and of the three to come', async () => {
  await maintain()
  expect(await months()).toEqual(await monthsFromNow([0, 1, 2, 3]))
})

test('the oldest month goes when the last of it is 400 days old, one at a time, and nothing younger ever', async () => {
  await clicksSince(17)
  const [oldest, second] = await monthsFromNow([-17, -16])
  await maintain()
  expect(await months()).not.toContain(oldest)
  expect(await months()).toContain(second)
  for (let times = 0; times < 5; times += 1) await maintain()
  // 400 days are 13 months and 4 to 6 days.
  const [young = '', old = ''] = await monthsFromNow([-13, -15])
  expect(await months()).toContain(young)
  expect(await months()).not.toContain(old)
  const [youngest] = await query<{ tooOld: boolean; tooYoung: boolean }>(
    `select min(clicked_at) < now() - interval '432 days' as "tooOld",
       min(clicked_at) > now() - interval '399 days' as "tooYoung" from app.click`,
  )
  expect(youngest).toEqual({ tooOld: false, tooYoung: false })
})

test('the clock of a process drops nothing, whether it runs ahead or was set back', async () => {
  await clicksSince(3)
  const before = await months()
  await maintain(service, Date.now() + 5000 * DAY_MS)
  expect(await months()).toEqual(before)
  await clicksSince(17)
  const more = await months()
  await maintain(service, Date.now() - 5000 * DAY_MS)
  expect(await months()).toEqual(more)
})

test('the oldest month is found by its name, also with a stale catalog cache', async () => {
  await clicksSince(30)
  const [oldest] = await monthsFromNow([-30])
  await query('analyze pg_inherits')
  await maintain(connectService())
  expect(await months()).not.toContain(oldest)
})

test('two processes at once do no harm', async () => {
  await clicksSince(17)
  const another = connectService()
  // A run that waits too long for another may give up.
  await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => maintain(index % 2 === 0 ? service : another)),
  )
  expect(await months()).toEqual(expect.arrayContaining([...(await monthsFromNow([-13, 0, 1, 2, 3]))]))
})

test('a long read of a click table is not waited for, and the other tables are maintained', async () => {
  await clicksSince(17)
  await query(`insert into app.click_salt values ('acme', current_date - 1, '')`)
  const reader = openDatabase(address, 'owner', 1, NO_TIMEOUTS)
  const session = await reader.pool.connect()
  const before = await months()
  try {
    await session.query('begin; select count(*) from app.click')
    await expect(maintain()).rejects.toThrow('maintenance of click partitions failed')
    expect(await months()).toEqual(before)
    expect(await query('select from app.click_salt')).toEqual([])
  } finally {
    // A session that is closed keeps its locks until the server finds out.
    await session.query('rollback')
    session.release()
    await reader.close()
  }
  await maintain()
  expect(await months()).toHaveLength(before.length - 1)
})

test('the salts of former days are forgotten, that of today is kept, and no file has the old ones', async () => {
  const [today, former] = ['today’s salt', 'yesterday’s salt']
  await query(
    `insert into app.click_salt
     select 'acme', day, salt::bytea from (values (current_date, $1), (current_date - 1, $2), (current_date - 2, $2)) as it (day, salt)`,
    [today, former],
  )
  const before = await saltFiles()
  await maintain()
  const kept = await query<{ isToday: boolean; salt: Buffer }>(
    `select day = current_date as "isToday", salt from app.click_salt`,
  )
  expect(kept).toEqual([{ isToday: true, salt: Buffer.from(today) }])
  // The deleted rows were in one of the previous files.
  expect((await saltFiles()).filter((it, index) => it === before[index])).toEqual([])
  await maintain()
  expect(await query('select from app.click_salt')).toHaveLength(1)
})

test('the service cannot take months of clicks away in any other way', async () => {
  await maintain()
  const [month = ''] = await months()
  for (const text of [
    'truncate click',
    `delete from ${month}`,
    `select from ${month}`,
    `drop table ${month}`,
    'delete from click_salt',
    `update click_salt set salt = ''`,
  ]) {
    await expect(service.query({ name: '', text }, []), text).rejects.toThrow(
      /permission denied|must be owner/,
    )
  }
})
