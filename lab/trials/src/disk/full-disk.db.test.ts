import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findDatabaseFiles } from '@goodword/server/engine/embedded-database/database-files'
import { findPostmaster } from '@goodword/server/engine/embedded-database/postmaster'
import { findRunningDatabase } from '@goodword/server/engine/embedded-database/start'
import { makeDataFolder } from '@goodword/server/testing/database/data-folder'
import { testSeed } from '@goodword/testing/test-seed'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chanceOf } from '../crash/chance.ts'
import { createClient } from '../crash/client.ts'
import { examine, faultsOf } from '../crash/crash-report.ts'
import { addReferrers, writeUntil } from '../crash/crash-trial.ts'
import { allStories, evidence } from '../crash/goodword-targets.ts'
import { openJournal } from '../crash/journal.ts'
import {
  createTenant,
  startGoodword,
  trialEnvironment,
  untilReady,
} from '../laboratory/processes/goodword.ts'
import type { GuardedProgram } from '../laboratory/processes/guarded-program.ts'
import { heldPort } from '../laboratory/processes/held-port.ts'
import { trialSize } from '../trial-size.ts'
import { fillEvents } from './fill.ts'

/** A little more than a segment of the write-ahead log, which is written whole. */
const LIMIT_BLOCKS = 33_000
const LIMIT_BYTES = LIMIT_BLOCKS * 512
/** Room for a few hundred events. */
const FREE_BYTES = trialSize(50_000, 300_000)
/** Less than any database needs. */
const FULL_BLOCKS = 8000
const FAILURES = trialSize(40, 2000)

const chance = chanceOf(testSeed)
const { folder, remove } = await makeDataFolder('goodword-trial-')
const port = await heldPort()
const url = `http://127.0.0.1:${port}`
const env = { ...trialEnvironment, DATA_DIR: join(folder, 'data'), PORT: `${port}` }
const started: GuardedProgram[] = []
let location = ''

function start(
  limits: { largestFileBlocks?: number } = {},
  more: { DATA_DIR?: string } = {},
): GuardedProgram {
  const program = startGoodword({ env: { ...env, ...more }, ...limits })
  started.push(program)
  return program
}

async function stop(program: GuardedProgram): Promise<void> {
  await program.endBy('SIGTERM')
}

beforeAll(async () => {
  const [, dataDirectory = ''] = await start().waitForOutput(/"dataDirectory":"([^"]+)"/)
  location = dataDirectory
  await untilReady(url)
})

afterAll(async () => {
  for (const program of started) {
    await program.signal('SIGKILL').catch(() => undefined)
    await program.ended
  }
  // A start as root keeps the database elsewhere.
  await rm(location, { recursive: true, force: true, maxRetries: 50 })
  await remove()
})

test('I3b: while files cannot grow, a write is stored or answered with 503, and nothing acknowledged is lost', async () => {
  const tenant = await createTenant(env, 'full')
  const journal = openJournal(join(folder, 'journal.jsonl'), [])
  const over = new AbortController()
  const client = createClient({
    urls: [url],
    tenant,
    journal,
    chance,
    sentTwice: 0.1,
    givenUp: 0.1,
    over: over.signal,
  })
  const codes = await addReferrers(client)
  const address = await runningDatabase()
  await fillEvents(address, LIMIT_BYTES - FREE_BYTES)
  for (const program of started) await stop(program)

  const limited = start({ largestFileBlocks: LIMIT_BLOCKS })
  await untilReady(url)
  const writing = writeUntil(over.signal, client, { stories: allStories, codes, chance, clients: 8 })
  const failures = () => [...journal.failures.values()].reduce((sum, times) => sum + times, 0)
  try {
    await vi.waitFor(() => expect(failures()).toBeGreaterThan(FAILURES), {
      timeout: 400_000,
    })
    // While writes fail it is not ready, however often it is asked, and says why.
    for (let times = 0; times < 20; times += 1) {
      const answer = await fetch(`${url}/readyz`)
      expect([answer.status, await answer.json()]).toEqual([
        503,
        expect.objectContaining({ message: expect.stringMatching(/storage: writes fail: /) }),
      ])
    }
  } finally {
    over.abort()
    await writing
    await journal.end()
  }
  const acknowledged = journal.acknowledged
  await stop(limited)

  start()
  await untilReady(url)
  const found = await examine({ name: 'a full disk', ...evidence(address, url, tenant) }, journal)
  expect(
    faultsOf({ ...found, refused: journal.wrongs, failures: journal.failures }),
    `seed ${testSeed}`,
  ).toEqual([])
  expect(acknowledged).toBeGreaterThan(codes.length)
  expect([...journal.failures.keys()]).toContain('503 SERVICE_UNAVAILABLE')
})

test('a service whose database cannot be started again serves as soon as it can', async () => {
  const cluster = join(location, 'cluster')
  // Looked up before: the pid cannot be found in an unreadable folder.
  const running = await findPostmaster(cluster)
  if (running === undefined) throw new Error('embedded database not found')
  await chmod(cluster, 0o000)
  process.kill(running.pid, 'SIGKILL')
  const answer = await vi.waitFor(
    async () => {
      const it = await fetch(`${url}/api/v1/full/open/identify`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ account_id: 'a', user_id: 'b' }),
      })
      expect(it.status).toBe(503)
      return it
    },
    { timeout: 120_000, interval: 50 },
  )
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  const complaint = 'could not be started in .*permission denied for its files[^]*'
  await started.at(-1)?.waitForOutput(new RegExp(complaint.repeat(trialSize(1, 7))))
  await chmod(cluster, 0o700)
  await untilReady(url)
})

test('a database that may not be read stops the start with one line', async () => {
  for (const program of started) await stop(program)
  await chmod(join(location, 'cluster'), 0o000)
  const { code, errors } = await start().ended
  await chmod(join(location, 'cluster'), 0o700)
  expect(code).toBe(1)
  // PostgreSQL finds out where root started it as another user, otherwise the service itself.
  expect(errors).toMatch(
    /^.*(?:permission denied for its files|may not be read or written by this user).*\n$/,
  )
})

test('a first start that cannot write its files stops with one line', async () => {
  const dataDir = join(folder, 'fresh')
  await mkdir(dataDir)
  const files = await findDatabaseFiles(dataDir, '/var/lib/goodword')
  const { code, errors } = await start({ largestFileBlocks: FULL_BLOCKS }, { DATA_DIR: dataDir }).ended
  await rm(files.location, { recursive: true, force: true })
  expect(code).toBe(1)
  expect(errors).toMatch(/^.*\(ulimit -f\)\. Raise the limit and start again\.\n$/)
})

async function runningDatabase() {
  const address = await findRunningDatabase({ dataDir: env.DATA_DIR })
  if (address === undefined) throw new Error('embedded database not found')
  return address
}
