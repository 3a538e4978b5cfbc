import { type Config, ConfigError, readConfig } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { explainFailure } from '../start/explain-failure.ts'
import { joinStorage, type OpenStorage } from '../start/open-storage.ts'
import { asOwner, findService } from '../start/prepare-storage.ts'
import type { Database } from '../store/database.ts'
import type { Check } from './check.ts'
import { type Command, readArguments } from './command.ts'
import { checkDatabase } from './database-checks.ts'
import { checkKeyMark, checkSecretKey, checkSigningKeys } from './key-checks.ts'
import { checkAddress, checkDataFolder, checkDisk } from './machine-checks.ts'
import { checkService } from './service-checks.ts'
import { checkServiceRole } from './service-role-check.ts'

export const doctor: Command = {
  name: 'doctor',
  parameters: '',
  summary: 'Look at what the service depends on, and say what to do where something is wrong.',
  async run(args) {
    readArguments(args, [])
    const checks = await examine()
    const ok = checks.every((check) => check.ok)
    return { answer: { ok, checks }, failed: !ok }
  },
}

async function examine(): Promise<readonly Check[]> {
  let config: Config
  try {
    config = readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map((message) => ({ name: 'configuration', ok: false, message }))
  }
  return [
    { name: 'configuration', ok: true, message: 'Every variable has a value that can be used.' },
    checkAddress(config),
    await checkSecretKey(config),
    await checkDataFolder(config),
    await checkDisk(config),
    // Before the database: looking at an embedded one that does not run starts it.
    ...(await checkService(config)),
    ...(await examineDatabase(config)),
  ]
}

async function examineDatabase(config: Config): Promise<readonly Check[]> {
  try {
    const storage = await joinStorage(config)
    try {
      return await asOwner(storage, (owner) => examineStorage(storage, owner))
    } finally {
      await storage.close()
    }
  } catch (error) {
    const message = explainFailure(error)
    if (message === null) throw error
    return [{ name: 'database', ok: false, message }]
  }
}

async function examineStorage(storage: OpenStorage, owner: Database): Promise<readonly Check[]> {
  const checks = await checkDatabase(owner, systemClock)
  const isUpToDate = checks.every((it) => it.ok || it.name !== 'migrations')
  if (!isUpToDate) return checks
  const service = await checkServiceRole(await findService(storage, owner))
  const { secretKey } = storage
  return [...checks, service, await checkKeyMark(owner, secretKey), await checkSigningKeys(owner, secretKey)]
}
