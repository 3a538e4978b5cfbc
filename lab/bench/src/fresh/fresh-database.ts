import { fillReferrers } from '../dataset/fill.ts'
import { readUsers } from '../dataset/sample-users.ts'
import { makeTenants, openDataset } from '../dataset/tenants.ts'
import { hasPostgresql15, startPostgresql15 } from '../processes/postgresql-15.ts'
import { postmaster } from '../processes/postmaster.ts'
import { processorTimeTogetherMs } from '../processes/processor-time.ts'
import { type ServiceStart, startServiceProcess } from '../processes/service-process.ts'
import { freshText } from './fresh-text.ts'
import { newAccounts } from './new-accounts.ts'
import { runLoadForWindows, type Window } from './run-load-for-windows.ts'

const windows = { count: 10, seconds: 4 }

/** Measures the first 40 seconds on each PostgreSQL that is here, and yields what to print about each. */
export async function* measureFreshDatabases(): AsyncGenerator<string> {
  yield freshText('the embedded PostgreSQL', windows.seconds, await measureFresh({}))
  if (!hasPostgresql15()) return
  const server = await startPostgresql15()
  try {
    yield freshText('PostgreSQL 15', windows.seconds, await measureFresh({ database: server.database }))
  } finally {
    await server.stop()
  }
}

/** Sends the first calls that a new service gets: attributions, identifications and conversions of one referrer's friends. */
async function measureFresh(start: ServiceStart): Promise<readonly Window[]> {
  const service = await startServiceProcess(start)
  const { dataset, close } = openDataset(service)
  try {
    const [tenant] = await makeTenants(service, 'fresh', 1)
    if (tenant === undefined) throw new Error('tenant could not be created')
    await fillReferrers(dataset.owner, tenant.id, { letter: 'r', from: 1, count: 1 })
    const [referrer] = await readUsers(dataset.owner, tenant.id, ['r1'])
    if (referrer === undefined) throw new Error('referrer not found after insert')
    const pid = await postmaster(dataset.owner)
    const databaseMs = () => processorTimeTogetherMs(pid)
    return await runLoadForWindows(service.url, newAccounts(tenant, referrer.code), databaseMs, windows)
  } finally {
    await close()
    await service.stop()
  }
}
