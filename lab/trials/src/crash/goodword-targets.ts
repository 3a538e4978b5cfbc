import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { TenantId } from '@goodword/domain/values/ids'
import type { DatabaseAddress } from '@goodword/server/engine/driver/database'
import {
  type EmbeddedDatabase,
  findRunningDatabase,
  startEmbeddedDatabase,
} from '@goodword/server/engine/embedded-database/start'
import { makeDataFolder } from '@goodword/server/testing/database/data-folder'
import { callApi } from '@goodword/server/testing/requests/call-api'
import { brokenInvariants } from '@goodword/server/testing/tracking/tracking-invariants'
import {
  createTenant,
  startGoodword,
  type Tenant,
  trialEnvironment,
  untilReady,
} from '../laboratory/processes/goodword.ts'
import { heldPort } from '../laboratory/processes/held-port.ts'
import { type Supervised, supervise } from '../laboratory/processes/supervised.ts'
import type { Chance } from './chance.ts'
import { asOwner, databaseFaults, requireDurability } from './database-faults.ts'
import { accountEffects, storedEffects } from './effects.ts'
import {
  accountGetsManualRewards,
  accountSpends,
  friendIsModerated,
  friendLeaves,
  friendPays,
} from './stories.ts'
import type { Fault, Target } from './target.ts'
import type { Answer, Effect } from './write.ts'

const ALIAS = 'crash'
export const allStories = [
  friendPays,
  friendLeaves,
  friendIsModerated,
  accountGetsManualRewards,
  accountSpends,
]

/** One service with the embedded database, as `npm start` runs it. */
export async function oneService(chance: Chance): Promise<Target> {
  const { folder, remove } = await makeDataFolder('goodword-trial-')
  const port = await heldPort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...trialEnvironment, DATA_DIR: join(folder, 'data'), PORT: `${port}` }
  const first = startGoodword({ env })
  const service = supervise(() => startGoodword({ env }), first)
  let location = ''
  const stop = async () => {
    await service.stop()
    // A start as root keeps the database elsewhere.
    if (location !== '') await rm(location, { recursive: true, force: true, maxRetries: 50 })
    await remove()
  }
  return orStop(stop, async () => {
    const [, dataDirectory = ''] = await first.waitForOutput(/"dataDirectory":"([^"]+)"/)
    location = dataDirectory
    await untilReady(url)
    const tenant = await createTenant(env, ALIAS)
    const address = await findRunningDatabase({ dataDir: env.DATA_DIR })
    if (address === undefined) throw new Error('embedded database not found')
    await requireDurability(address)
    return {
      name: 'one service, its own database',
      urls: [url],
      tenant,
      stories: allStories,
      faults: inTurn([killing(service)], databaseFaults(location, address, chance)),
      allowedRefusals: [],
      untilWell: () => untilReady(url),
      ...evidence(address, url, tenant),
      ownEnds: service.ownEnds,
      stop,
    }
  })
}

/** Two services on one database that the trial runs. */
export async function twoServices(database: TrialDatabase, chance: Chance): Promise<Target> {
  const services: Supervised[] = []
  const stop = async () => void (await Promise.all(services.map((it) => it.stop())))
  return orStop(stop, async () => {
    const tenant = await createTenant(database.env, ALIAS)
    const ports = [await heldPort(), await heldPort()]
    for (const port of ports) {
      services.push(supervise(() => startGoodword({ env: { ...database.env, PORT: `${port}` } })))
    }
    const urls = ports.map((port) => `http://127.0.0.1:${port}`)
    const untilWell = async () => void (await Promise.all(urls.map((url) => untilReady(url))))
    await untilWell()
    return {
      name: 'two services, one database',
      urls,
      tenant,
      stories: allStories,
      faults: inTurn(services.map(killing), databaseFaults(database.location, database.address, chance)),
      allowedRefusals: [],
      untilWell,
      ...evidence(database.address, urls[0] ?? '', tenant),
      get ownEnds() {
        return services.flatMap((it) => it.ownEnds)
      },
      stop,
    }
  })
}

export type TrialDatabase = {
  readonly address: DatabaseAddress
  readonly location: string
  /** The environment of services that use it. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** A durable PostgreSQL that the trial itself runs. */
export async function startDatabase(): Promise<TrialDatabase> {
  const { folder, remove } = await makeDataFolder('goodword-trial-')
  let server: EmbeddedDatabase | null = null
  const stop = async () => {
    await server?.stop()
    await remove()
  }
  return orStop(stop, async () => {
    server = await startEmbeddedDatabase({
      dataDir: join(folder, 'data'),
      unprivilegedHome: join(folder, 'server'),
    })
    const { host, port, user, database } = server.connection
    const url = new URL(`postgresql://localhost/${database}`)
    url.username = user
    url.port = `${port}`
    url.searchParams.set('host', host)
    await requireDurability(server.connection)
    const env = {
      ...trialEnvironment,
      DATABASE_URL: url.href,
      SECRET_KEY: randomBytes(32).toString('hex'),
      PORT: '0',
    }
    return { address: server.connection, location: server.location, env, stop }
  })
}

/** The content of a tenant's tables, read past row-level security, and the API's answers for it. */
export function evidence(
  address: DatabaseAddress,
  url: string,
  tenant: Tenant,
): Pick<Target, 'stored' | 'readBack' | 'brokenPromises'> {
  return {
    stored: () =>
      asOwner(address, async (owner) => {
        const query = { name: '', text: storedEffects }
        const rows = await owner.query<{ effect: string; times: number }>(query, [tenant.alias])
        return new Map(rows.map(({ effect, times }) => [effect, times]))
      }),
    readBack: (accounts) => readBack(url, tenant, accounts),
    brokenPromises: () => asOwner(address, (owner) => brokenInvariants(owner, tenant.alias as TenantId)),
  }
}

/** Stops everything that was begun when a start fails. */
export async function orStop<T>(stop: () => Promise<void>, start: () => Promise<T>): Promise<T> {
  try {
    return await start()
  } catch (error) {
    await stop()
    throw error
  }
}

/** Each of `others` with one of `some` before it, taken in turn. */
function inTurn(some: readonly Fault[], others: readonly Fault[]): readonly Fault[] {
  return others.flatMap((other, index) => [some[index % some.length] ?? other, other])
}

function killing(service: Supervised): Fault {
  return { hits: 'service', strike: () => service.kill() }
}

const AT_ONCE = 12
const ATTEMPTS = 20

/** The facts that the API returns for these accounts, as the same sentences as those of acknowledged writes. */
async function readBack(
  url: string,
  tenant: Tenant,
  accounts: readonly string[],
): Promise<ReadonlySet<Effect>> {
  const effects = new Set<Effect>()
  const left = [...accounts]
  const read = async () => {
    for (let account = left.pop(); account !== undefined; account = left.pop()) {
      const answer = await get(url, tenant, `/account/${account}`)
      for (const effect of accountEffects(answer)) effects.add(effect)
      const { rewards } = await get(url, tenant, `/rewards?accountId=${account}&limit=100`)
      for (const effect of manualRewardEffects(account, rewards)) effects.add(effect)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, read))
  return effects
}

function manualRewardEffects(account: string, rewards: unknown): readonly Effect[] {
  return [rewards].flat().flatMap((it) => {
    const { rewardSource, credit, dateCancelled } = Object(it)
    if (rewardSource !== 'MANUAL') return []
    const manualReward = `gift ${account} ${credit}`
    return dateCancelled === null ? [manualReward] : [manualReward, `gift taken back ${account} ${credit}`]
  })
}

async function get(url: string, tenant: Tenant, path: string): Promise<Answer> {
  let answer = await callApi(url, tenant, path)
  // PostgreSQL has just been restarted, and a busy machine takes long over so many requests at once.
  for (let attempt = 1; answer.status === 503 && attempt < ATTEMPTS; attempt += 1) {
    await answer.body?.cancel()
    await pause(Number(answer.headers.get('retry-after')) * 1000)
    answer = await callApi(url, tenant, path)
  }
  if (answer.status === 404) return { id: null, rewards: [] }
  if (!answer.ok) throw new Error(`GET ${path} is ${answer.status}`)
  return JSON.parse(await answer.text())
}
