import { randomBytes } from 'node:crypto'
import {
  type DatabaseAddress,
  openDatabase,
  type ServiceAddress,
} from '@goodword/server/engine/driver/database'
import { findRunningDatabase } from '@goodword/server/engine/embedded-database/start'
import { findServiceLogin } from '@goodword/server/engine/schema/service-login'
import { databasePassword } from '@goodword/server/engine/secrets/derived-secret'
import { parseSecretKey, type SecretKey } from '@goodword/server/engine/secrets/secret-key'
import { makeDataFolder } from '@goodword/server/testing/database/data-folder'
import {
  startGoodword,
  trialEnvironment,
  untilListening,
} from '@goodword/trials/laboratory/processes/goodword'
import { stopLater } from './stop-later.ts'

/** The service as it is measured: one process of its own. */
export type ServiceProcess = {
  readonly url: string
  readonly pid: number
  readonly address: DatabaseAddress
  /** Where the service itself logs in. */
  readonly serviceAddress: ServiceAddress
  readonly secretKey: SecretKey
  /** The folder of the embedded database; null when the database is not the service's own. */
  readonly databaseFolder: string | null
  /** Stops it, and removes its files. */
  readonly stop: () => Promise<void>
}

/** A database that the service is to work with instead of its embedded one. */
export type GivenDatabase = { readonly url: string; readonly address: DatabaseAddress }

export type ServiceStart = {
  readonly database?: GivenDatabase
  readonly nodeArguments?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** The arguments of Node in `npm start`. */
const startArguments = ['--max-semi-space-size=16']

/**
 * Starts the service as an operator would, with its embedded PostgreSQL in its own default settings unless a database
 * is given: only quiet, without limits and without a demo.
 */
export async function startServiceProcess({
  database,
  nodeArguments,
  env,
}: ServiceStart): Promise<ServiceProcess> {
  const { folder: dataDir, remove } = await makeDataFolder('goodword-bench-')
  const secretText = env?.SECRET_KEY ?? randomBytes(32).toString('hex')
  const settings = {
    ...trialEnvironment,
    DATA_DIR: dataDir,
    SECRET_KEY: secretText,
    PORT: '0',
    ...(database === undefined ? {} : { DATABASE_URL: database.url }),
    ...env,
  }
  const program = startGoodword({ env: settings }, [...startArguments, ...(nodeArguments ?? [])])
  const stop = stopLater(async () => {
    process.stderr.write((await program.endBy('SIGTERM')).errors)
    await remove()
  })
  try {
    const { pid, url } = await untilListening(program)
    const [, location] = await program.waitForOutput(/"database":"\w+"(?:,"dataDirectory":"([^"]+)")?/)
    const secretKey = parseSecretKey(secretText)
    const address = database?.address ?? (await findRunningDatabase({ dataDir }))
    if (secretKey === null || address === undefined) throw new Error('database of the service not found')
    const serviceAddress = await serviceLogin(address, secretKey)
    return {
      url,
      pid,
      address,
      serviceAddress,
      secretKey,
      databaseFolder: location ?? null,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function serviceLogin(address: DatabaseAddress, secretKey: SecretKey): Promise<ServiceAddress> {
  const owner = openDatabase(address, 'owner', 1)
  const found = await findServiceLogin(owner, address, databasePassword(secretKey)).finally(owner.close)
  if (found === null) throw new Error('login role of the service not found')
  return found
}
