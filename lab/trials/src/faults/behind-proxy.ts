import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { DatabaseAddress } from '@goodword/server/engine/driver/database'
import { orStop } from '../crash/goodword-targets.ts'
import {
  createTenant,
  startGoodword,
  type Tenant,
  trialEnvironment,
  untilListening,
} from '../laboratory/processes/goodword.ts'
import type { GuardedProgram } from '../laboratory/processes/guarded-program.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'

/** A service whose connection to PostgreSQL can be disturbed. */
export type BehindProxy = {
  readonly proxy: FaultProxy
  readonly program: GuardedProgram
  readonly url: string
  readonly tenant: Tenant
  stop(): Promise<void>
}

/** The database is one of the embedded kind, which listens on a Unix socket. */
export async function startBehindProxy(server: DatabaseAddress, alias: string): Promise<BehindProxy> {
  if (!('host' in server)) throw new Error('DATABASE_URL is not set')
  const proxy = await startFaultProxy({ path: join(server.host, `.s.PGSQL.${server.port}`) })
  let program: GuardedProgram | null = null
  const stop = async () => {
    await proxy.set({ kind: 'none' })
    await program?.endBy('SIGTERM')
    await proxy.close()
  }
  return orStop(stop, async () => {
    const env = {
      ...trialEnvironment,
      LOG_LEVEL: 'fatal',
      DATABASE_URL: `postgresql://${server.user}@127.0.0.1:${proxy.port}/${server.database}`,
      SECRET_KEY: randomBytes(32).toString('hex'),
      PORT: '0',
    }
    program = startGoodword({ env })
    const { url } = await untilListening(program)
    const tenant = await createTenant(env, alias)
    return { proxy, program, url, tenant, stop }
  })
}
