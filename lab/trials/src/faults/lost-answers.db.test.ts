import { setTimeout as pause } from 'node:timers/promises'
import { testSeed } from '@goodword/testing/test-seed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chanceOf } from '../crash/chance.ts'
import { faultsOf } from '../crash/crash-report.ts'
import { runCrashTrial } from '../crash/crash-trial.ts'
import { asOwner } from '../crash/database-faults.ts'
import { allStories, evidence, startDatabase, type TrialDatabase } from '../crash/goodword-targets.ts'
import type { Fault } from '../crash/target.ts'
import { untilReady } from '../laboratory/processes/goodword.ts'
import { trialSize } from '../trial-size.ts'
import { type BehindProxy, startBehindProxy } from './behind-proxy.ts'
import type { LostCommit } from './fault-proxy.ts'
import { send } from './send-request.ts'

const LIMIT_MS = trialSize(600_000, 15 * 60_000)
/** The answer of PostgreSQL to a commit has 23 bytes; the last of them are ReadyForQuery. */
const passings: readonly LostCommit['passing'][] = [
  'unheard',
  ...trialSize(
    [0, 9, 22],
    Array.from({ length: 23 }, (_, bytes) => bytes),
  ),
]
const rounds = trialSize(3, 10)
/** An answer that is waited for takes a few seconds. */
const waitedFor: readonly LostCommit['passing'][] = ['unanswered', ...trialSize([], passings)]

let database: TrialDatabase
let service: BehindProxy

beforeAll(async () => {
  database = await startDatabase()
  service = await startBehindProxy(database.address, 'lossy')
}, LIMIT_MS)

afterAll(async () => {
  await service.stop()
  await database.stop()
}, LIMIT_MS)

test(
  'I26: commits whose answers are lost have one effect, however often they are repeated, with a key or without',
  async () => {
    let lost = 0
    const losing = passings.map(
      (passing): Fault => ({
        hits: 'PostgreSQL',
        async strike() {
          service.proxy.loseCommit({ skip: lost % 3, passing })
          while (!service.proxy.hasLostCommit) await pause(5)
          lost += 1
        },
      }),
    )
    const faults = Array.from({ length: rounds }, () => losing).flat()
    const target = {
      name: 'a service that loses answers',
      urls: [service.url],
      tenant: service.tenant,
      stories: allStories,
      faults,
      untilWell: () => untilReady(service.url),
      ...evidence(database.address, service.url, service.tenant),
      allowedRefusals: [],
      ownEnds: [],
      stop: async () => undefined,
    }
    const size = {
      writes: faults.length * 12,
      faults: faults.length,
      clients: 4,
      waitsForLeases: trialSize(false, true),
    }
    const report = await runCrashTrial(target, size, chanceOf(testSeed))
    expect(faultsOf(report), `seed ${testSeed}`).toEqual([])
    expect(lost).toBe(faults.length)
    const print = trialSize<(line: string) => void>(() => undefined, console.log)
    print(
      `${report.acknowledged} writes, ${lost} commits lost, ${report.lost.length} lost, ${report.doubled.length} doubled`,
    )
  },
  LIMIT_MS,
)

test.each(
  waitedFor.flatMap((passing) =>
    trialSize([1], [0, 1, 2]).map((skip): [string, LostCommit] => [`${skip} ${passing}`, { skip, passing }]),
  ),
)(
  'I26: a manual reward with a key is given once, whichever of its three commits is lost (%s)',
  async (name, commit) => {
    const account = `guest ${name}`
    const post = (path: string, body: unknown, key: string) =>
      send(service.url, service.tenant, { path, body, key })
    await post('/accountsync', { id: account }, `sync ${account}`.replaceAll(' ', '_'))
    service.proxy.loseCommit(commit)
    const manualReward = { accountId: account, reward: { type: 'CREDIT', unit: 'EUR', credit: 500 } }
    for (;;) {
      const { status, retryAfter } = await post(
        '/rewards',
        manualReward,
        `gift for ${account}`.replaceAll(' ', '_'),
      )
      if (status === 201) break
      expect([409, 503]).toContain(status)
      await pause(Number(retryAfter) * 1000)
    }
    expect(service.proxy.hasLostCommit).toBe(true)
    const query = {
      name: '',
      text: `select count(*)::int as rewards
        from app.reward w join app.account a on a.tenant_id = $1 and a.id = w.account_id
        where w.tenant_id = $1 and a.external_id = $2`,
    }
    const stored = await asOwner(database.address, (owner) =>
      owner.query(query, [service.tenant.alias, account]),
    )
    expect(stored).toEqual([{ rewards: 1 }])
  },
  LIMIT_MS,
)
