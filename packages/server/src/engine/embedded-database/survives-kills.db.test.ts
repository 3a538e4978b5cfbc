import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { kill, makeScratch, processesOf, query } from '../../testing/embedded-database/scratch.ts'
import { findPostmaster } from './postmaster.ts'
import { startEmbeddedDatabase } from './start.ts'

let scratch: Awaited<ReturnType<typeof makeScratch>>

beforeAll(async () => {
  scratch = await makeScratch()
})

afterAll(async () => {
  await scratch.remove()
})

const waitOptions = { timeout: 120_000, interval: 20 }

test('a server killed under writes comes back by itself with every row it acknowledged', async () => {
  const database = await startEmbeddedDatabase(scratch.options('crash'))
  await query(database.connection, 'create table written (number int primary key)')
  const acknowledged: number[] = []
  const writing = writeUntilRefused(database.connection, acknowledged)
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(200), waitOptions)
  const running = await findPostmaster(join(database.location, 'cluster'))
  process.kill(running?.pid ?? 0, 'SIGKILL')
  await writing
  const rows = await vi.waitFor(() => query(database.connection, 'select number from written'), waitOptions)
  const kept = new Set(rows.map(({ number }) => number))
  expect(acknowledged.filter((number) => !kept.has(number))).toEqual([])
  await database.stop()
})

test('a process killed by kill -9 leaves no server behind, and the next start has its rows', async () => {
  const options = scratch.options('orphan')
  const { child } = await scratch.hold(options)
  await kill(child)
  // At once, while the guard is still stopping the server of the killed process.
  const next = await startEmbeddedDatabase(options)
  await query(next.connection, 'create table kept as select 1 as one')
  await next.stop()
  const { child: second } = await scratch.hold(options)
  expect(processesOf(next.location)).not.toEqual([])
  await kill(second)
  await vi.waitFor(() => expect(processesOf(next.location)).toEqual([]), waitOptions)
  const last = await startEmbeddedDatabase(options)
  expect(await query(last.connection, 'select one from kept')).toEqual([{ one: 1 }])
  await last.stop()
})

test('a server whose process and guard were both killed is taken over', async () => {
  const options = scratch.options('left')
  const first = await startEmbeddedDatabase(options)
  await query(first.connection, 'create table kept as select 1 as one')
  await first.stop()
  const { child } = await scratch.hold(options)
  // Held still, or it would notice the end of its guard and see to the server itself.
  child.kill('SIGSTOP')
  for (const { pid } of processesOf(first.location).filter(({ command }) =>
    command.includes('goodword-database'),
  )) {
    process.kill(pid, 'SIGKILL')
  }
  await kill(child)
  const next = await startEmbeddedDatabase(options)
  expect(next.adopted).toBe(true)
  expect(await query(next.connection, 'select one from kept')).toEqual([{ one: 1 }])
  await next.stop()
  expect(processesOf(next.location)).toEqual([])
})

async function writeUntilRefused(connection: object, acknowledged: number[]): Promise<void> {
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    for (let number = 1; ; number++) {
      await client.query('insert into written values ($1)', [number])
      acknowledged.push(number)
    }
  } catch {
    // The server was killed, which is what the test is about.
  } finally {
    await client.end().catch(() => {})
  }
}
