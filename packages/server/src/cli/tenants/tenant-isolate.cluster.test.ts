import type { TenantId } from '@goodword/domain/values/ids'
import { afterAll, expect, test } from 'vitest'
import { readClusterState } from '../../engine/cluster/cluster-state.ts'
import { isAlone, readTenantShard } from '../../engine/cluster/tenant-shard.ts'
import { openDatabase } from '../../engine/driver/database.ts'
import { tenantTablesIn } from '../../testing/checks/catalog.ts'
import { directoryTables } from '../../testing/checks/exceptions.ts'
import { NO_TIMEOUTS } from '../../testing/endless.ts'
import { endPrograms, makeEnvironment, type Program, startProgram } from '../../testing/program.ts'
import { runCommand } from '../../testing/run-command.ts'

const { env, drop } = await makeEnvironment()
// No job changes rows while they are compared.
const startWeb = () => startProgram('main.ts', { ...env, PROCESS: 'web' })
const web = startWeb()
const programs = [web]
const owner = openDatabase({ connectionString: String(env.DATABASE_URL) }, 'owner', 4, NO_TIMEOUTS)
afterAll(async () => {
  await endPrograms(programs, 'SIGTERM')
  await owner.close()
  await drop()
})
const urlOf = async (program: Program) => (await program.waitForOutput(/"baseUrl":"([^"]+)"/))[1]
let url = await urlOf(web)
const query = <Row>(text: string, values: readonly unknown[] = []) =>
  owner.query<Row>({ name: '', text }, values)

const shardOf = (alias: string) => readTenantShard(owner, alias as TenantId)

/** The output of a command, which must succeed. */
async function answer(...args: string[]): Promise<Record<string, unknown>> {
  const { code, output, errors } = await runCommand(env, ...args)
  expect({ code, errors }).toEqual({ code: 0, errors: expect.stringMatching(/^(Copied \d+ [^\n]*MB …\n)*$/) })
  return JSON.parse(output)
}

const keys = new Map<string, string>()

async function createTenant(alias: string): Promise<void> {
  const { live } = await answer('tenant', 'create', alias, '--landing-page', 'https://shop.example.com/')
  keys.set(alias, Object(live).apiKey)
}

function request(alias: string, path: string, body?: object): Promise<Response> {
  const authorization = `Basic ${btoa(`${keys.get(alias)}:`)}`
  const headers = { authorization, 'content-type': 'application/json' }
  const rest = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  return fetch(`${url}/api/v1/${alias}/${path}`, { headers, ...rest })
}

/** Writes to a tenant without a pause, until it is stopped; returns the accounts that were acknowledged. */
function startWriter(alias: string): () => Promise<readonly string[]> {
  const acknowledged: string[] = []
  let isStopped = false
  const written = (async () => {
    for (let number = 1; !isStopped; number += 1) {
      const id = `${alias}_${number}`
      const response = await request(alias, 'accountsync', { id, subscription: { status: 'TRIAL' } })
      await response.body?.cancel()
      if (response.status === 200) acknowledged.push(id)
      else expect([response.status, response.headers.get('retry-after')]).toEqual([503, expect.any(String)])
    }
  })()
  return async () => {
    isStopped = true
    await written
    return acknowledged
  }
}

/** The number of rows of each table and a checksum of their contents. */
async function rowsOf(alias: string): Promise<unknown> {
  const tables = [...(await tenantTablesIn(owner, directoryTables))].sort()
  return Promise.all(
    tables.map(async (table) => [
      table,
      await query(
        `select count(*), sum(hashtext(t::text)) from app.${table} t where t.tenant_id = '${alias}'`,
      ),
    ]),
  )
}

test('a tenant gets a shard of its own on another node, while it and its neighbour are written to', async () => {
  await createTenant('acme')
  const before = await shardOf('acme')
  const names = Array.from({ length: 100 }, (_, index) => `neighbour_${index}`)
  const sharing = `select n as name from unnest($1::text[]) n where worker_hash(n) between $2 and $3 limit 1`
  const [neighbour] = await query<{ name: string }>(sharing, [names, before.least, before.greatest])
  const next = String(neighbour?.name)
  await createTenant(next)
  const nodes = (await readClusterState(owner))?.nodes.map((it) => it.node) ?? []
  const other = String(nodes.find((it) => it !== before.node))

  // Each of two nodes has tenants, so that none is chosen.
  const refused = await runCommand(env, 'tenant', 'isolate', 'acme')
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('select citus_add_node(') })
  const unknown = await runCommand(env, 'tenant', 'isolate', 'acme', '--to', '127.0.0.1:1')
  expect(unknown).toMatchObject({ code: 1, errors: expect.stringContaining(`one of ${nodes.join(', ')}`) })
  const asked = await runCommand(env, 'tenant', 'isolate', 'acme', '--to', other)
  expect(asked).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/Nothing was changed\..* --yes\.\n$/),
  })
  expect(asked.errors).toContain(`on ${before.node}, together with ${next}`)
  expect(await shardOf('acme')).toMatchObject({ shardId: before.shardId })

  const writers = ['acme', next].map(startWriter)
  const moved = await answer('tenant', 'isolate', 'acme', '--to', other, '--yes')
  const acknowledged = await Promise.all(writers.map((stop) => stop()))
  expect(moved).toMatchObject({ alias: 'acme', from: before.node, to: other, changed: true })
  const after = await shardOf('acme')
  expect(after).toMatchObject({ node: other, others: [] })
  expect(isAlone(after)).toBe(true)
  expect(await shardOf(next)).toMatchObject({ node: before.node })
  for (const [index, alias] of ['acme', next].entries()) {
    const stored = await query<{ id: string }>('select external_id as id from account where tenant_id = $1', [
      alias,
    ])
    const ids = new Set(stored.map((it) => it.id))
    expect(acknowledged[index]?.length).toBeGreaterThan(0)
    expect(acknowledged[index]?.filter((it) => !ids.has(it))).toEqual([])
  }
})

test('an isolated tenant goes on as before, is moved back with all its rows, and is not moved twice', async () => {
  const body = { id: 'later', subscription: { status: 'TRIAL' } }
  expect((await request('acme', 'accountsync', body)).status).toBe(200)
  expect((await request('acme', 'account/later')).status).toBe(200)
  const plan = await query<{ 'QUERY PLAN': string }>(
    `explain (costs off) select * from account where tenant_id = 'acme' and external_id = 'later'`,
  )
  expect(plan.map((it) => it['QUERY PLAN']).join('\n')).toContain('Task Count: 1')
  // A service writes integration activity some seconds later, and at the latest when it ends.
  await endPrograms([web], 'SIGTERM')
  const rows = await rowsOf('acme')
  const nodes = (await readClusterState(owner))?.nodes ?? []
  const there = await shardOf('acme')
  const back = String(nodes.find((it) => it.node !== there.node)?.node)
  const args = ['tenant', 'isolate', 'acme', '--to', back]
  expect(await answer(...args, '--yes')).toMatchObject({ from: there.node, to: back, changed: true })
  expect(await rowsOf('acme')).toEqual(rows)
  const next = startWeb()
  programs.push(next)
  url = await urlOf(next)
  expect((await request('acme', 'account/later')).status).toBe(200)
  // Nothing is asked then.
  expect(await answer(...args)).toMatchObject({ to: back, changed: false })
})
