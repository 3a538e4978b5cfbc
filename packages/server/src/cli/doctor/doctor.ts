import { type Config, ConfigError, readConfig } from '../../config.ts'
import { systemClock } from '../../platform/clock.ts'
import { explainFailure } from '../../start/explain-failure.ts'
import { misspeltSettings } from '../../start/misspelt-settings.ts'
import { joinStorage, type OpenStorage } from '../../start/open-storage.ts'
import { asOwner, findService } from '../../start/prepare-storage.ts'
import { type Database, openDatabase, type ServiceAddress } from '../../store/driver/database.ts'
import { type Command, readArguments } from '../command.ts'
import { operatorContext } from '../session.ts'
import { checkAudit } from './audit-check.ts'
import { checkBackups } from './backup-checks.ts'
import type { Check } from './check.ts'
import { checkCluster } from './cluster-checks.ts'
import { checkConnections } from './connection-checks.ts'
import { checkDatabase } from './database-checks.ts'
import { checkDiscounts } from './discount-checks.ts'
import { checkCustomDomains } from './domain-checks.ts'
import { checkJobs } from './job-checks.ts'
import { checkKeyMark, checkNotificationUrls, checkSecretKey, checkSigningKeys } from './key-checks.ts'
import { checkLivePrograms } from './live-program-checks.ts'
import { checkLiveSettings } from './live-settings-checks.ts'
import { checkAddress, checkDataFolder, checkDisk, checkPortal } from './machine-checks.ts'
import { checkMailServer } from './mail-server-check.ts'
import { checkOutside } from './outside-checks.ts'
import { checkService } from './service-checks.ts'
import { checkServiceRole } from './service-role-check.ts'
import { checkTransport } from './transport-check.ts'

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
  // What follows asks tenants on every node.
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
