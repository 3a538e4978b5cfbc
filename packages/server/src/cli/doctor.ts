import { type Config, ConfigError, readConfig } from '../config.ts'
import { explainFailure } from '../start/explain-failure.ts'
import { joinStorage } from '../start/open-storage.ts'
import { openDatabase } from '../store/database.ts'
import type { Check } from './check.ts'
import { type Command, readArguments } from './command.ts'
import { checkDatabase } from './database-checks.ts'
import { checkDisk, checkSecretKey } from './machine-checks.ts'

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
  const machine = await Promise.all([checkSecretKey(config), checkDisk(config)])
  return [
    { name: 'configuration', ok: true, message: 'Every variable has a value that can be used.' },
    ...machine,
    ...(await examineDatabase(config)),
  ]
}

async function examineDatabase(config: Config): Promise<readonly Check[]> {
  try {
    const storage = await joinStorage(config)
    const owner = openDatabase(storage.address, 'owner', 1)
    const service = openDatabase(storage.address, 'service', 1)
    try {
      return await checkDatabase(owner, service)
    } finally {
      await Promise.all([owner.close(), service.close()])
      await storage.close()
    }
  } catch (error) {
    const message = explainFailure(error)
    if (message === null) throw error
    return [{ name: 'database', ok: false, message }]
  }
}
