import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@goodword/server/testing/start-server'
import { fillReferrers } from '../ground/fill.ts'
import { readRoster } from '../ground/roster.ts'
import { makeTenants, openGround } from '../ground/tenants.ts'
import { givenDatabase } from '../processes/given-database.ts'
import { postmaster } from '../processes/postmaster.ts'
import { processorTimeTogetherMs } from '../processes/processor-time.ts'
import { type ServiceStart, startServiceProcess } from '../processes/service-process.ts'
import { stopLater } from '../processes/stop-later.ts'
import { fireForWindows, type Window } from './fire-for-windows.ts'
import { freshText } from './fresh-text.ts'
import { newAccounts } from './new-accounts.ts'

/** Where Debian installs the oldest PostgreSQL that the service works with. */
const POSTGRESQL_15 = '/usr/lib/postgresql/15/bin'

const windows = { count: 10, seconds: 4 }

/** Measures the first 40 seconds on each PostgreSQL that is here, and yields what to print about each. */
export async function* measureFreshDatabases(): AsyncGenerator<string> {
  yield freshText('the embedded PostgreSQL', windows.seconds, await measureFresh({}))
  if (!existsSync(join(POSTGRESQL_15, 'postgres'))) return
  const server = await startPostgres15()
  try {
    yield freshText('PostgreSQL 15', windows.seconds, await measureFresh({ database: server.database }))
  } finally {
    await server.stop()
  }
}

/** Sends the first calls that a new service gets: attributions, identifications and conversions of one referrer's friends. */
async function measureFresh(start: ServiceStart): Promise<readonly Window[]> {
  const service = await startServiceProcess(start)
  const { ground, close } = openGround(service)
  try {
    const [tenant] = await makeTenants(service, 'fresh', 1)
    if (tenant === undefined) throw new Error('tenant could not be created')
    await fillReferrers(ground.owner, tenant.id, { letter: 'r', from: 1, count: 1 })
    const [referrer] = await readRoster(ground.owner, tenant.id, ['r1'])
    if (referrer === undefined) throw new Error('referrer not found after insert')
    const pid = await postmaster(ground.owner)
    const databaseMs = () => processorTimeTogetherMs(pid)
    return await fireForWindows(service.url, newAccounts(tenant, referrer.code), databaseMs, windows)
  } finally {
    await close()
    await service.stop()
  }
}

async function startPostgres15() {
  const folder = await mkdtemp(join(tmpdir(), 'goodword-bench-'))
  // For a run as root, whose server belongs to another user: that user must be able to enter.
  await chmod(folder, 0o711)
  const server = await startServer({
    programs: POSTGRESQL_15,
    dataDir: join(folder, 'data'),
    unprivilegedHome: join(folder, 'server'),
    settings: {},
  })
  return {
    database: givenDatabase(server.connection),
    stop: stopLater(async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }),
  }
}
