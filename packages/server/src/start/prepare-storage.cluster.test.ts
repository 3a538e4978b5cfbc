import { expect, inject, test } from 'vitest'
import { openDatabase, type ServiceAddress } from '../engine/driver/database.ts'
import { givenServiceAddress } from '../engine/driver/service-address.ts'
import { makeSecretKey } from '../engine/secrets/secret-key.ts'
import { SecretKeys } from '../engine/secrets/secret-keys.ts'
import { NO_TIMEOUTS } from '../testing/endless.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant } from '../testing/test-tenant.ts'
import { prepareStorage } from './prepare-storage.ts'

const db = await createTestDatabase()
const coordinator = inject('databaseServer')
const ports = [coordinator, ...(coordinator.workers ?? [])].map((it) => it.port)
const keys = new SecretKeys([makeSecretKey()])
/** PostgreSQL considers a plan for any values from the sixth execution on. */
const EXECUTIONS = 12
const accountsOf = {
  name: 'test.accounts',
  text: 'select a.id from program p left join account a on a.tenant_id = $1 where p.tenant_id = $1',
}

test('a start finds out that the database is distributed, and the service plans statements for their values', async () => {
  await makeTestTenant(db, 'acme')
  const { user } = db.serviceAddress as { user?: string }
  const given = ports.map((port) =>
    givenServiceAddress(`postgresql://${user}:any@127.0.0.1:${port}/${databaseName()}`),
  )
  for (const service of [null, ...given]) {
    const storage = {
      owner: db.address,
      service,
      keys,
      readKeys: null,
      location: null,
      close: async () => undefined,
    }
    const address = await prepareStorage(storage, () => undefined)
    expect(await planModeOf(address)).toBe('auto')
    expect(await failureOf(address)).toBeNull()
  }
})

test('statements that are planned for any values fail on a cluster', async () => {
  // An address of which nothing says that the database is distributed.
  const unknown = { ...db.serviceAddress, isDistributed: false } as ServiceAddress
  expect(await planModeOf(unknown)).toBe('force_generic_plan')
  expect(await failureOf(unknown)).toBe('could not create distributed plan')
})

test('every node plans statements of the service with its settings', async () => {
  const { user } = db.serviceAddress as { user?: string }
  const text = `select r.success, r.result from run_command_on_all_nodes($1) r`
  const settings = `select array_to_string(rolconfig, ' ') from pg_roles where rolname = '${user}'`
  const nodes = await db.owner.query<{ result: string }>({ name: '', text }, [settings])
  expect(nodes).toHaveLength(ports.length)
  for (const node of nodes) {
    expect(node.result).toContain('enable_seqscan=off')
    expect(node.result).toContain('jit=off')
  }
})

function databaseName(): string {
  return 'database' in db.address ? db.address.database : ''
}

function planModeOf(address: ServiceAddress): Promise<string | undefined> {
  return inSession(address, async (service) => {
    const text = "select current_setting('plan_cache_mode') as mode"
    const [row] = await service.query<{ mode: string }>({ name: '', text }, [])
    return row?.mode
  })
}

/** Why a statement fails that is executed again and again; null if it never does. */
function failureOf(address: ServiceAddress): Promise<string | null> {
  return inSession(address, async (service) => {
    try {
      for (let it = 0; it < EXECUTIONS; it += 1) await service.query(accountsOf, ['acme'])
      return null
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  })
}

async function inSession<T>(
  address: ServiceAddress,
  work: (db: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const service = openDatabase(address, 'service', 1, NO_TIMEOUTS)
  try {
    return await work(service)
  } finally {
    await service.close()
  }
}
