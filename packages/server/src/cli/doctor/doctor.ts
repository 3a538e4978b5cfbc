import { verifyAudit } from '../../administration/audit/verify-audit.ts'
import { type Config, ConfigError, readConfig } from '../../config.ts'
import { type Database, openDatabase, type ServiceAddress } from '../../engine/driver/database.ts'
import { systemClock } from '../../engine/foundation/clock.ts'
import { findTenantsWithFailedJobs, readJobStatistics } from '../../engine/job-table/job-candidates.ts'
import type { Context } from '../../frame/context.ts'
import { listTenants } from '../../frame/rows/tenants.ts'
import { explainFailure } from '../../start/explain-failure.ts'
import { misspeltSettings } from '../../start/misspelt-settings.ts'
import { joinStorage, type OpenStorage } from '../../start/open-storage.ts'
import { asOwner, findService } from '../../start/prepare-storage.ts'
import { type Command, readArguments } from '../command.ts'
import { operatorContext } from '../session.ts'
import type { Check } from './check.ts'
import { checkBackups } from './checks/backup-checks.ts'
import { checkCluster } from './checks/cluster-checks.ts'
import { checkConnections } from './checks/connection-checks.ts'
import { checkDatabase } from './checks/database-checks.ts'
import { checkDiscounts } from './checks/discount-checks.ts'
import { checkCustomDomains } from './checks/domain-checks.ts'
import { checkKeyMark, checkNotificationUrls, checkSecretKey, checkSigningKeys } from './checks/key-checks.ts'
import { checkLivePrograms } from './checks/live-program-checks.ts'
import { checkLiveSettings } from './checks/live-settings-checks.ts'
import { checkAddress, checkDataFolder, checkDisk, checkPortal } from './checks/machine-checks.ts'
import { checkMailServer } from './checks/mail-server-check.ts'
import { checkOutside } from './checks/outside-checks.ts'
import { checkService } from './checks/service-checks.ts'
import { checkServiceRole } from './checks/service-role-check.ts'
import { checkTransport } from './checks/transport-check.ts'

/** Bounds that keep the check short; `audit verify` has none. */
const MAX_TENANTS = 200

const NEWEST_ENTRIES = 100

const MAX_NAMED = 5

const MAX_WAIT_MS = 5 * 60_000

export const doctor: Command = {
  name: 'doctor',
  parameters: '[--live]',
  summary:
    'Check configuration, database and machine, and say how to fix what is wrong. With --live, also check what must be true before real customers use it.',
  async run(args, terminal) {
    const { flags } = readArguments(args, [], [], ['live'])
    const checks = await examine(terminal.env(), flags.live)
    const ok = checks.every((check) => check.ok)
    return { answer: { ok, checks }, failed: !ok }
  },
}

async function examine(env: NodeJS.ProcessEnv, isLive: boolean): Promise<readonly Check[]> {
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map((message) => ({ name: 'configuration', ok: false, message }))
  }
  return [
    { name: 'configuration', ok: true, message: 'All variables have valid values.' },
    checkNames(env),
    checkAddress(config),
    await checkSecretKey(config),
    await checkDataFolder(config),
    await checkDisk(config),
    await checkBackups(config),
    // Before the database: looking at an embedded one that does not run starts it.
    ...(await checkService(config)),
    ...(await examineDatabase(config, isLive)),
    await checkMailServer(config),
    ...(isLive
      ? [...checkLiveSettings(config), checkPortal(config), ...(await checkOutside(config, env))]
      : []),
  ]
}

/** A variable of another program may have such a name. */
function checkNames(env: NodeJS.ProcessEnv): Check {
  const name = 'names of settings'
  const found = misspeltSettings(env).map(({ setting, meant }) => `${setting} may be meant as ${meant}`)
  if (found.length === 0)
    return { name, ok: true, message: 'No variable is one typing error away from a setting.' }
  return { name, ok: true, advice: true, message: `${found.join(', ')}: correct it, or ignore this.` }
}

async function examineDatabase(config: Config, isLive: boolean): Promise<readonly Check[]> {
  try {
    const storage = await joinStorage(config)
    try {
      return await asOwner(storage, (owner) => examineStorage(storage, owner, config, isLive))
    } finally {
      await storage.close()
    }
  } catch (error) {
    const message = explainFailure(error)
    if (message === null) throw error
    return [{ name: 'database', ok: false, message }]
  }
}

/** Examines with `isLive` also what must be true of a service with real customers. */
async function examineStorage(
  storage: OpenStorage,
  owner: Database,
  config: Config,
  isLive: boolean,
): Promise<readonly Check[]> {
  const checks = await checkDatabase(owner, systemClock)
  const isUpToDate = checks.every((it) => it.ok || !['database', 'migrations'].includes(it.name))
  if (!isUpToDate) return checks
  const cluster = await checkCluster(owner)
  // The next checks query tenants on every node.
  if (cluster.some((it) => !it.ok)) return [...checks, ...cluster]
  const { keys } = storage
  const keyMark = await checkKeyMark(owner, storage)
  const service = await findService(storage, owner)
  const ctx = operatorContext(config, storage, owner)
  return [
    ...checks,
    ...cluster,
    await checkServiceRole(service),
    keyMark,
    await checkSigningKeys(owner, keys),
    await checkNotificationUrls(ctx),
    await checkJobs(owner),
    await checkConnections(ctx),
    ...(await checkDiscounts(ctx)),
    await checkAudit(ctx),
    ...(isLive ? [await transportOf(service, owner, config), ...(await checkLivePrograms(ctx, config))] : []),
    ...(isLive ? [await checkCustomDomains(ctx)] : []),
  ]
}

async function transportOf(service: ServiceAddress | null, owner: Database, config: Config): Promise<Check> {
  if (service === null) return checkTransport(owner, config)
  const db = openDatabase(service, 'service', 1)
  return checkTransport(db, config).finally(db.close)
}

/** Looks at the newest entries of the audit log. */
async function checkAudit(ctx: Context): Promise<Check> {
  const name = 'audit log'
  const tenants = await listTenants(ctx.db)
  let checked = 0
  for (const { alias } of tenants.slice(0, MAX_TENANTS)) {
    const verified = await verifyAudit(ctx, alias, { newest: NEWEST_ENTRIES })
    if (verified.broken !== null) {
      const message = `The audit log of ${alias} was changed. ${verified.broken.message} "goodword-server audit verify ${alias}" checks all of it; compare it with a backup.`
      return { name, ok: false, message }
    }
    checked += verified.checked
  }
  const all = tenants.length > MAX_TENANTS ? `the first ${MAX_TENANTS} programs` : 'each program'
  return { name, ok: true, message: `The newest entries of ${all} fit together (${checked} in all).` }
}

/** Looks for jobs that failed for good, and for jobs that no worker takes. */
async function checkJobs(owner: Database): Promise<Check> {
  const name = 'jobs'
  const { depth, oldestMs } = await readJobStatistics(owner)
  if (depth.FAILED > 0) {
    const tenants = await findTenantsWithFailedJobs(owner, MAX_NAMED + 1)
    const named = tenants.slice(0, MAX_NAMED).join(', ')
    const more = tenants.length > MAX_NAMED ? ' and more' : ''
    const [first = ''] = tenants
    const message = `Background jobs have failed for good: ${depth.FAILED}, of ${named}${more}. "goodword-server job list ${first} --failed" shows their errors; "goodword-server job retry ${first} <id>" runs one again.`
    return { name, ok: false, message }
  }
  if (oldestMs > MAX_WAIT_MS) {
    const minutes = Math.round(oldestMs / 60_000)
    const message = `Background jobs have been waiting for a worker for ${minutes} minutes. Start a process other than PROCESS=web.`
    return { name, ok: false, message }
  }
  return { name, ok: true, message: 'No background job has failed for good, and none waits for long.' }
}
