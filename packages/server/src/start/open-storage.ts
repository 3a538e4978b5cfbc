import type { Config } from '../config.ts'
import type { DatabaseAddress, ServiceAddress } from '../engine/driver/database.ts'
import { givenServiceAddress } from '../engine/driver/service-address.ts'
import { pointerFile } from '../engine/embedded-database/pointer.ts'
import {
  findDatabase,
  findRunningDatabase,
  startEmbeddedDatabase,
} from '../engine/embedded-database/start.ts'
import {
  loadSecretKey,
  readNextSecretKey,
  readSecretKey,
  type SecretKey,
  secretKeyFile,
} from '../engine/secrets/secret-key.ts'
import { SecretKeys } from '../engine/secrets/secret-keys.ts'
import { StartError } from './start-error.ts'

/** Where everything is kept. */
export type OpenStorage = {
  /** The address for migrations and the operator's commands. */
  readonly owner: DatabaseAddress
  /** The address with which the service logs in, if set by the operator; null for a role created by the start. */
  readonly service: ServiceAddress | null
  /** The keys of the settings; the database says which of them is the current one. */
  readonly keys: SecretKeys
  /** Reads the keys anew where they are in files, which a rotation changes; null where they are settings. */
  readonly readKeys: (() => readonly SecretKey[]) | null
  /** The folder of the embedded database; null for one of the operator's own. */
  readonly location: string | null
  readonly close: () => Promise<void>
}

type Report = (line: string) => void

/** Opens the storage for the service, which holds the embedded database for itself. */
export async function openStorage({ storage, dataDir }: Config, report: Report): Promise<OpenStorage> {
  if (storage.kind === 'external') return externalStorage(storage)
  const keys = await embeddedKeys(storage, dataDir)
  const server = await startEmbeddedDatabase({ dataDir, onProgress: report })
  const { connection, location } = server
  return { owner: connection, service: null, ...keys, location, close: () => server.stop() }
}

/** Opens it for a command, which shares the embedded database with a running service. */
export async function joinStorage(config: Config): Promise<OpenStorage> {
  const { storage, dataDir } = config
  if (storage.kind === 'external') return externalStorage(storage)
  const running = await findRunningDatabase({ dataDir })
  if (running === undefined) return openStorage(config, () => undefined)
  const keys = await embeddedKeys(storage, dataDir)
  return { owner: running, service: null, ...keys, location: dataDir, close: async () => undefined }
}

/** The keys of the settings, else those of the data directory. */
async function embeddedKeys(
  { secretKey, previousSecretKeys }: Config['storage'],
  dataDir: string,
): Promise<Pick<OpenStorage, 'keys' | 'readKeys'>> {
  if (secretKey !== null) return { keys: new SecretKeys([secretKey, ...previousSecretKeys]), readKeys: null }
  const first = await secretKeyOf(dataDir)
  const readKeys = () => {
    // The end of a rotation moves the next key to the place of the present one: it is found in one of them only in this order.
    const next = readNextSecretKey(dataDir)
    const present = readSecretKey(dataDir)
    return [present, next].flatMap((it) => it ?? []).concat(previousSecretKeys)
  }
  const keys = new SecretKeys([first, ...previousSecretKeys], readKeys)
  keys.give(readKeys())
  return { keys, readKeys }
}

/** Made with a new database, and never for one that is there: that one's own key was lost or is kept elsewhere. */
async function secretKeyOf(dataDir: string): Promise<SecretKey> {
  const known = readSecretKey(dataDir)
  if (known !== null) return known
  const location = await findDatabase({ dataDir })
  if (location === null) return loadSecretKey(dataDir)
  throw new StartError(
    `The secret key of the database in ${dataDir} is missing. Restore ${secretKeyFile(dataDir)}, or set SECRET_KEY. ` +
      'If it is lost, see the operating guide for how to continue with a new one. ' +
      `The database itself is in ${location}; to delete it with all data and start over, run: ` +
      `rm -rf "${location}" "${pointerFile(dataDir)}"`,
  )
}

type ExternalStorage = Extract<Config['storage'], { readonly kind: 'external' }>

function externalStorage(storage: ExternalStorage): OpenStorage {
  const { databaseUrl, ownerUrl, secretKey, previousSecretKeys } = storage
  return {
    owner: { connectionString: ownerUrl ?? databaseUrl },
    service: ownerUrl === null ? null : givenServiceAddress(databaseUrl),
    keys: new SecretKeys([secretKey, ...previousSecretKeys]),
    readKeys: null,
    location: null,
    close: async () => undefined,
  }
}
