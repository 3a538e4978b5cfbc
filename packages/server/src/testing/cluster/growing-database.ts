import { randomUUID } from 'node:crypto'
import type { AccountId, TenantId } from '@goodword/domain/values/ids'
import { expect, inject, vi } from 'vitest'
import { createTenant } from '../../administration/tenants/create-tenant.ts'
import { readConfig } from '../../config.ts'
import { readClusterState } from '../../engine/cluster/cluster-state.ts'
import { type Database, type DatabaseAddress, openDatabase } from '../../engine/driver/database.ts'
import { migrate } from '../../engine/schema/migrate.ts'
import { createSecretBox } from '../../engine/secrets/secret-box.ts'
import { type OpenStorage, openStorage } from '../../start/open-storage.ts'
import { prepareStorage } from '../../start/prepare-storage.ts'
import { type DatabaseServer, dropDatabase, onServer, withShards } from '../database/database-server.ts'
import { execute } from '../database/every-table.ts'
import { runCommand } from '../run-command.ts'
import { testContext } from '../test-context.ts'
import { tenantAt } from '../test-tenant.ts'
import { brokenInvariants } from '../tracking/tracking-invariants.ts'
import { withoutTimeouts } from '../without-timeouts.ts'
import { createOnNodes } from './distributed-database.ts'

/** A database that begins on the coordinator of the test run alone, and gets its workers later. */
export class GrowingDatabase {
  readonly aliases = ['shop_a', 'shop_b', 'shop_c', 'shop_d'].map((it) => it as TenantId)
  readonly address: DatabaseAddress
  readonly env: Readonly<Record<string, string>>
  readonly owner: Database
  readonly #server: DatabaseServer
  readonly #name: string
  readonly #opened: Database[]

  private constructor(server: DatabaseServer, name: string) {
    const { host, port, user } = server
    this.#server = server
    this.#name = name
    this.address = { ...server, database: name }
    this.env = {
      DATABASE_URL: `postgresql://${user}@${host}:${port}/${name}`,
      SECRET_KEY: 'ab'.repeat(32),
      PORT: '0',
    }
    this.owner = openDatabase(this.address, 'owner', 2)
    this.#opened = [this.owner]
  }

  /** An empty database without the extension. */
  static async create(): Promise<GrowingDatabase> {
    withoutTimeouts()
    const server = inject('databaseServer')
    const name = `grown_${randomUUID().replaceAll('-', '')}`
    await onServer(server, `create database ${name}`)
    return new GrowingDatabase(server, name)
  }

  /** Migrates it, and creates the tenants. */
  async migrate(): Promise<void> {
    // Before a table is distributed.
    await migrate(this.owner, { to: '0001_database' })
    await this.owner.query(withShards(2), [])
    await migrate(this.owner)
    const { keys } = await this.#storage()
    const operator = testContext(this.owner, { now: Date.now }, { secretBox: createSecretBox(keys) })
    for (const alias of this.aliases) await createTenant(operator, { alias })
  }

  /** Opens it as the service does when it starts. */
  async openService(): Promise<Database> {
    return openDatabase(await prepareStorage(await this.#storage(), () => undefined), 'service', 4)
  }

  /** Runs the command `cluster distribute`. */
  distribute(): ReturnType<typeof runCommand> {
    return runCommand(this.env, 'cluster', 'distribute')
  }

  /** Adds two workers, and gives them the functions and rights of the coordinator. */
  async addWorkers(): Promise<void> {
    const { host, port } = this.#server
    const workers = this.#server.workers ?? []
    await createOnNodes(workers, this.#name)
    await execute(this.address, `select citus_set_coordinator_host('${host}', ${port})`)
    for (const { port: worker } of workers) {
      const add = () => execute(this.address, `select citus_add_node('${host}', ${worker})`)
      // It sends all roles of the server to the node, and fails when another test changes one of them there.
      await vi.waitFor(add, { timeout: 120_000, interval: 200 })
    }
    expect(JSON.parse((await this.distribute()).output)).toEqual({ distributed: [] })
    const [first, ...others] = await Promise.all(
      [this.#server, ...workers].map((it) => this.#rightsAt(it.port)),
    )
    expect(first?.length).toBeGreaterThan(500)
    for (const rights of others) expect(rights).toEqual(first)
  }

  /** Moves every tenant from the coordinator to the workers while the service writes to it: every acknowledged write is stored. */
  async expectDrainingUnderWrites(): Promise<void> {
    const { host, port, workers = [] } = this.#server
    const service = await this.openService()
    this.#opened.push(service)
    let isOver = false
    // One after the other: the copy of a shard ends when it has caught up with what is written meanwhile.
    const acknowledged = (async () => {
      const counts = this.aliases.map(() => 0)
      while (!isOver) {
        for (const [index, alias] of this.aliases.entries()) {
          await tenantAt(service, alias).referrer(`during_${counts[index]}` as AccountId)
          counts[index] = (counts[index] ?? 0) + 1
        }
      }
      return counts
    })()
    const drained = async () => {
      // Tables that are not logged cannot be moved beside writes.
      await execute(this.address, 'alter table app.click_salt set logged')
      await execute(
        this.address,
        `select citus_set_node_property('${host}', ${port}, 'shouldhaveshards', false)`,
      )
      await execute(this.address, 'select citus_rebalance_start(drain_only => true)')
      await execute(this.address, 'select citus_rebalance_wait()')
    }
    await drained().finally(() => {
      isOver = true
    })
    await execute(this.address, 'alter table app.click_salt set unlogged')
    const counts = await acknowledged

    const state = await readClusterState(this.owner)
    expect(state?.nodes.map((it) => it.node)).toEqual(workers.map((it) => `${host}:${it.port}`).sort())
    expect(state?.nodes.reduce((sum, it) => sum + it.tenants, 0)).toBe(2 * this.aliases.length)
    for (const [index, alias] of this.aliases.entries()) {
      expect(await brokenInvariants(this.owner, alias)).toEqual([])
      const text = 'select count(*)::int4 as accounts from app.account where tenant_id = $1'
      // One of them is from before.
      expect(await this.owner.query({ name: '', text }, [alias])).toEqual([
        { accounts: (counts[index] ?? 0) + 1 },
      ])
      expect(counts[index]).toBeGreaterThan(0)
    }
  }

  async drop(): Promise<void> {
    for (const db of this.#opened) await db.close()
    await dropDatabase(this.#server, this.#name)
  }

  #storage(): Promise<OpenStorage> {
    return openStorage(readConfig(this.env), () => undefined)
  }

  /** Rights of the roles of the service at a node. */
  async #rightsAt(port: number): Promise<readonly string[]> {
    const node = openDatabase({ ...this.address, port }, 'owner', 1)
    const rows = await node.query<{ right: string }>({ name: '', text: rights }, [])
    await node.close()
    return rows.map((it) => it.right)
  }
}

const rights = `
with role as (
  select r.rolname as name from pg_roles r
  where r.rolname = 'goodword_service' or starts_with(r.rolname, 'goodword_service_')
)
select concat_ws(' ', grantee, table_schema, table_name, column_name, privilege_type) as right
from information_schema.column_privileges join role on grantee = role.name
union all
select concat_ws(' ', grantee, routine_schema, routine_name, privilege_type)
from information_schema.routine_privileges join role on grantee = role.name
union all
select concat_ws(' ', p.proname, has_function_privilege('public', p.oid, 'execute'))
from pg_proc p where p.pronamespace = 'app'::regnamespace
union all
select concat_ws(' ', 'public may create temporary tables:', has_database_privilege('public', current_database(), 'temporary'))
order by 1`
