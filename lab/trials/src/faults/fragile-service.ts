import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { TenantId } from '@goodword/domain/values/ids'
import { type Database, openDatabase } from '@goodword/server/engine/driver/database'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '@goodword/server/engine/embedded-database/start'
import { makeDataFolder } from '@goodword/server/testing/database/data-folder'
import { brokenInvariants } from '@goodword/server/testing/tracking/tracking-invariants'
import { startBehindProxy } from './behind-proxy.ts'
import type { FaultProxy } from './fault-proxy.ts'
import {
  addReferrer,
  type Kind,
  kindsOf,
  type RequestSpec,
  send,
  type TimedResponse,
} from './send-request.ts'

/** A service with its own small PostgreSQL, and faults on the network between them. */
export type FragileService = {
  readonly proxy: FaultProxy
  readonly owner: Database
  readonly kinds: ReturnType<typeof kindsOf>
  /** Makes so many requests of each kind, and none that was made before. */
  requestsOf(of: readonly Kind[], times: number): readonly RequestSpec[]
  request(it: RequestSpec): Promise<TimedResponse>
  /** Retries a request by its `Retry-After` until it succeeds. */
  untilDone(it: RequestSpec): Promise<void>
  untilReady(isReady: boolean): Promise<void>
  restartDatabase(): Promise<void>
  /** Makes the server refuse writes as a standby does, or accept them again, on every connection when it returns. */
  setReadOnly(value: 'on' | 'off'): Promise<void>
  /** Everything but the service's connections: the way to PostgreSQL is open when all are held. */
  holdConnections(): Promise<() => Promise<void>>
  /** Stored data that violates a guarantee. */
  brokenPromises(): Promise<readonly unknown[]>
  stop(): Promise<void>
}

const WELL_WITHIN_MS = 60_000
const MAX_CONNECTIONS = 24
const settings = {
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  max_connections: `${MAX_CONNECTIONS}`,
}

export async function startFragileService(): Promise<FragileService> {
  const { folder, remove } = await makeDataFolder('goodword-trial-')
  const place = { dataDir: join(folder, 'data'), unprivilegedHome: join(folder, 'server'), settings }
  let server: EmbeddedDatabase = await startEmbeddedDatabase(place)
  const { url, tenant, proxy, stop } = await startBehindProxy(server.connection, 'fragile')
  const owner = openDatabase(server.connection, 'owner', 2)
  const kinds = kindsOf(await addReferrer(url, tenant))
  let made = 0
  const request = (it: RequestSpec) => send(url, tenant, it)

  return {
    proxy,
    owner,
    kinds,
    request,
    requestsOf: (of, times) =>
      Array.from({ length: times }, () => made++).flatMap((index) => of.map((kind) => kind(index))),
    async untilDone(it) {
      const limit = performance.now() + WELL_WITHIN_MS
      for (;;) {
        const { status, retryAfter, body } = await request(it)
        if (status < 300) return
        if (status !== 409 && status !== 503) throw new Error(`${it.path} is ${status}: ${body.message}`)
        if (performance.now() > limit) throw new Error(`${it.path} is ${status} for ${WELL_WITHIN_MS} ms`)
        await pause(Number(retryAfter) * 1000 * Math.random())
      }
    },
    async untilReady(isReady) {
      const limit = performance.now() + WELL_WITHIN_MS
      while ((await request({ path: '//readyz' })).status !== (isReady ? 200 : 503)) {
        if (performance.now() > limit) throw new Error(`ready is not ${isReady} within ${WELL_WITHIN_MS} ms`)
        await pause(50)
      }
    },
    async restartDatabase() {
      await server.stop()
      server = await startEmbeddedDatabase(place)
    },
    async setReadOnly(value) {
      const setting = 'default_transaction_read_only'
      await owner.query({ name: '', text: `alter system set ${setting} = ${value}` }, [])
      await owner.query({ name: '', text: 'select pg_reload_conf()' }, [])
      // A new connection sees the setting after all existing ones were notified.
      for (;;) {
        const newcomer = openDatabase(server.connection, 'owner', 1)
        const [found] = await newcomer
          .query<{ value: string }>({ name: '', text: `select current_setting('${setting}') as value` }, [])
          .finally(newcomer.close)
        if (found?.value === value) return
        await pause(20)
      }
    },
    async holdConnections() {
      const crowd = openDatabase(server.connection, 'owner', MAX_CONNECTIONS)
      await proxy.set({ kind: 'reset' })
      const held: (() => void)[] = []
      for (;;) {
        const client = await crowd.pool.connect().catch(() => null)
        if (client === null) break
        held.push(() => client.release())
      }
      await proxy.set({ kind: 'none' })
      return async () => {
        for (const release of held) release()
        await crowd.close()
      }
    },
    async brokenPromises() {
      const text = `
        select amount from app.reward where tenant_id = $1 and source = 'MANUAL' group by amount having count(*) > 1`
      return [
        ...(await brokenInvariants(owner, tenant.alias as TenantId)),
        ...(await owner.query({ name: '', text }, [tenant.alias])),
      ]
    },
    async stop() {
      await stop()
      await owner.close()
      await server.stop()
      await remove()
    },
  }
}
