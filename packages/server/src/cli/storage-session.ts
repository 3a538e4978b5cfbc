import type { Config } from '../config.ts'
import { hasDatabase } from '../engine/embedded-database/start.ts'
import { OperatorError } from '../frame/tenants/operator-error.ts'
import { joinStorage, type OpenStorage } from '../start/open-storage.ts'

/**
 * Runs work on a storage that is there, as it is: no database is made, and no migration runs. A copy before an upgrade
 * is made by the commands of the new release as well.
 */
export async function inStorage<T>(config: Config, work: (storage: OpenStorage) => Promise<T>): Promise<T> {
  if (config.storage.kind === 'embedded' && !(await hasDatabase(config))) {
    throw new OperatorError(
      `There is no database in ${config.dataDir}. Set DATA_DIR to the same value as for the service.`,
    )
  }
  const storage = await joinStorage(config)
  try {
    return await work(storage)
  } finally {
    await storage.close()
  }
}
