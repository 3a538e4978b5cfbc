import { randomUUID } from 'node:crypto'
import type { TenantId } from '@goodword/domain/values/ids'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { NO_TIMEOUTS } from '../../testing/endless.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { openDatabase } from './database.ts'
import type { Session } from './session.ts'
import { inTenant } from './tenant-tx.ts'

const db = await createTestDatabase()
// One connection: what a pipeline leaves on it meets the next one.
const single = openDatabase(db.serviceAddress, 'service', 1, NO_TIMEOUTS)
afterAll(() => single.close())
const withSession = <T>(work: (session: Session) => Promise<T>) => single.connected(work)

// Names of their own, so that a connection has prepared none of them.
let named: (text: string) => { name: string; text: string }
beforeEach(() => {
  const mark = randomUUID()
  named = (text) => ({ name: `${text.slice(0, 20)} ${mark}`, text })
})

test('statements that leave together are each answered, with their own rows and types', async () => {
  const number = named('select $1::int8 as a')
  const texts = named('select u as b, null as c from unnest($1::text[]) u')
  const nothing = named('select 1 where false')
  const answers = await withSession((session) =>
    Promise.all([
      session.send(number, [7]),
      session.send(texts, [['x', 'a"b\\c']]),
      session.send(nothing, []),
      session.send(number, [8]),
    ]),
  )
  expect(answers).toEqual([
    { rows: [{ a: 7 }], rowCount: 1 },
    {
      rows: [
        { b: 'x', c: null },
        { b: 'a"b\\c', c: null },
      ],
      rowCount: 2,
    },
    { rows: [], rowCount: 0 },
    { rows: [{ a: 8 }], rowCount: 1 },
  ])
})

test('a statement that a connection knows is read as before, without asking for its columns', async () => {
  const it = named('select $1::timestamptz as at')
  const read = () =>
    withSession(async (session) => (await session.send(it, ['2026-01-01T00:00:00.123Z'])).rows)
  const rows = [{ at: Date.UTC(2026, 0, 1, 0, 0, 0, 123) }]
  expect([await read(), await read(), await read()]).toEqual([rows, rows, rows])
})

test('the statements after a failure fail with it, and everything can be sent again on the same connection', async () => {
  const good = named('select 1 as one')
  const bad = named('select 1 / $1::int as result')
  const later = named('select 2 as two')
  const failed = await withSession(async (session) => {
    const sent = [session.send(good, []), session.send(bad, [0]), session.send(later, [])]
    return Promise.allSettled(sent)
  })
  expect(failed.map((it) => it.status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  const again = await withSession((session) =>
    Promise.all([session.send(later, []), session.send(bad, [1]), session.send(good, [])]),
  )
  expect(again.map((it) => it.rows)).toEqual([[{ two: 2 }], [{ result: 1 }], [{ one: 1 }]])
})

test('a text that does not parse fails alone, and its name is free again', async () => {
  const broken = { ...named('select from where'), name: 'pipeline.once_broken' }
  await expect(withSession((session) => session.send(broken, []))).rejects.toThrow('syntax error')
  const corrected = { ...broken, text: 'select 1 as one' }
  expect((await withSession((session) => session.send(corrected, []))).rows).toEqual([{ one: 1 }])
})

test('a statement whose rows were changed by a migration works again after one failure', async () => {
  const it = named('select * from app.changing')
  const alter = (text: string) => db.owner.pool.query(text)
  await alter('create table app.changing (a int)')
  await alter("select app.distribute('app.changing', 'reference')")
  await alter('insert into app.changing values (1)')
  await alter('grant select on app.changing to public')
  expect((await withSession((session) => session.send(it, []))).rows).toEqual([{ a: 1 }])
  await alter(`alter table app.changing add column b text default 'new'`)
  await expect(withSession((session) => session.send(it, []))).rejects.toThrow('cached plan')
  expect((await withSession((session) => session.send(it, []))).rows).toEqual([{ a: 1, b: 'new' }])
})

test('a value that cannot be sent fails before anything of its transaction counts', async () => {
  const insert = named(`insert into event (tenant_id, id, account_id, type, reason, actor, created_at)
    values ($1, gen_random_uuid(), gen_random_uuid(), 'user.created', 'IDENTIFIED', 'server', now())`)
  const work = inTenant(single, 'acme' as TenantId, async (tx) => {
    tx.write(insert, [])
    tx.write(insert, [{ not: 'a value' }])
  })
  await expect(work).rejects.toThrow('A parameter is')
  const [row] = await db.owner.query<{ rows: number }>(
    { name: '', text: 'select count(*) as rows from event' },
    [],
  )
  expect(row?.rows).toBe(0)
})
