import { setTimeout as pause } from 'node:timers/promises'
import type { TenantId } from '@goodword/domain/values/ids'
import { migrate } from '@goodword/server/engine/schema/migrate'
import { laterMigrationNames, laterMigrations } from '@goodword/server/testing/later-release/later-release'
import { makeEnvironment } from '@goodword/server/testing/program'
import { brokenInvariants } from '@goodword/server/testing/tracking/tracking-invariants'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { asOwner } from '../crash/database-faults.ts'
import {
  createTenant,
  startGoodword,
  trialEnvironment,
  untilReady,
} from '../laboratory/processes/goodword.ts'
import type { GuardedProgram } from '../laboratory/processes/guarded-program.ts'
import { heldPort } from '../laboratory/processes/held-port.ts'
import { trialSize } from '../trial-size.ts'
import { startBalancer } from './balancer.ts'
import { createCaller } from './caller.ts'

const LIMIT_MS = trialSize(600_000, 15 * 60_000)
const restarts = trialSize(2, 20)
const callers = trialSize(8, 32)
/** Requests that are answered before each restart: 100,000 in the long form. */
const answered = trialSize(50, 5000)

test(
  'I24: no request fails while two web processes behind a balancer are restarted in turn under load, nor while a later release migrates',
  async () => {
    const { env, drop } = await makeEnvironment()
    const database = { connectionString: String(env.DATABASE_URL) }
    const ports = [await heldPort(), await heldPort()]
    const programs: GuardedProgram[] = []
    const start = async (index: number): Promise<void> => {
      const port = ports[index]
      programs[index] = startGoodword({
        env: { ...trialEnvironment, ...env, PROCESS: 'web', PORT: `${port}` },
      })
      await untilReady(`http://127.0.0.1:${port}`)
    }
    try {
      await start(0)
      await start(1)
      const tenant = await createTenant({ ...trialEnvironment, ...env }, 'rolling')
      const balancer = await startBalancer(ports)
      const failures: string[] = []
      let acknowledged = 0
      let isOver = false
      const calling = Array.from({ length: callers }, async (_, number) => {
        const caller = createCaller(balancer.url, tenant)
        for (let index = 0; !isOver; index += 1) {
          const body = { id: `a_${number}_${index}`, subscription: { status: 'PAID' } }
          const { status } = await caller.write('/accountsync', body)
          if (status === 200) acknowledged += 1
          else failures.push(`${status}`)
        }
        caller.close()
      })
      const untilAnswered = async (): Promise<void> => {
        const before = acknowledged
        while (acknowledged < before + answered) await pause(20)
      }
      for (let done = 0; done < restarts; done += 1) {
        await untilAnswered()
        const leaving = programs[done % 2]
        await leaving?.signal('SIGTERM')
        expect((await leaving?.ended)?.code).toBe(0)
        await start(done % 2)
      }
      const folder = await laterMigrations(temporaryFolder(onTestFinished))
      const migrated = await asOwner(database, (owner) => migrate(owner, { folder }))
      expect(migrated).toEqual(laterMigrationNames)
      await untilAnswered()
      for (const port of ports) expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
      isOver = true
      await Promise.all(calling)
      await balancer.close()
      expect(failures).toEqual([])
      await asOwner(database, async (owner) => {
        const text = 'select count(*)::int as accounts from app.account where tenant_id = $1'
        expect(await owner.query({ name: '', text }, [tenant.alias])).toEqual([{ accounts: acknowledged }])
        expect(await brokenInvariants(owner, tenant.alias as TenantId)).toEqual([])
      })
      const print = trialSize<(line: string) => void>(() => undefined, console.log)
      print(`${acknowledged} writes, ${restarts} restarts, ${failures.length} failed`)
    } finally {
      for (const program of programs) {
        await program.endBy('SIGKILL')
      }
      await drop()
    }
  },
  LIMIT_MS,
)
