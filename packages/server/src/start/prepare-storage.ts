import { isRestoreUnfinished } from '../engine/backup/unfinished-restore.ts'
import { isPartlyDistributed } from '../engine/cluster/cluster-state.ts'
import {
  type Database,
  type DatabaseAddress,
  openDatabase,
  type ServiceAddress,
} from '../engine/driver/database.ts'
import { givenServiceAddress, withDistribution, withPasswords } from '../engine/driver/service-address.ts'
import { readServerFacts } from '../engine/schema/server-facts.ts'
import {
  ensureServiceLogin,
  findServiceLogin,
  grantServiceRights,
  isLoginRefused,
  resetServicePassword,
} from '../engine/schema/service-login.ts'
import { isSchemaOfAnother, readServiceRole, type ServiceRole } from '../engine/schema/service-role.ts'
import { serviceRoleFaults } from '../engine/schema/service-role-faults.ts'
import { databasePassword } from '../engine/secrets/derived-secret.ts'
import type { SecretKeys } from '../engine/secrets/secret-keys.ts'
import type { OpenStorage } from './open-storage.ts'
import { prepareDatabase, requireSchema, requireServer } from './prepare-database.ts'
import { requireSecretKey, settleSecretKey } from './require-secret-key.ts'
import { StartError } from './start-error.ts'

type Report = (line: string) => void

/**
 * Brings the schema up to date and returns where the service logs in: as the role that the operator names, or as one
 * that is made here. In both cases that role owns nothing and is a member of no role.
 */
export async function prepareStorage(storage: OpenStorage, report: Report): Promise<ServiceAddress> {
  const service = await asOwner(storage, (owner) => serviceOf(storage, owner, report))
  const role = await asService(service, async (db) => {
    requireServer(await readServerFacts(db))
    return readServiceRole(db)
  })
  requireLimitedRole(role)
  return withDistribution(service, role.isDistributed)
}

/** Grants the rights of the service's role in a database that has the schema of this release. */
export async function grantService({ owner: address, service, keys }: OpenStorage, owner: Database) {
  if (service === null) {
    const made = await ensureServiceLogin(owner, address, databasePassword(keys.current)).catch(explain)
    return withEveryPassword(made, keys)
  }
  const { name } = await asService(service, readServiceRole)
  if (name === (await readServiceRole(owner)).name) throw new StartError(SAME_USER)
  await grantServiceRights(owner, name)
  return service
}

/** Where the service logs in, without changing anything; null when no start has made its role yet. */
export async function findService(storage: OpenStorage, owner: Database): Promise<ServiceAddress | null> {
  if (storage.service !== null) return storage.service
  if (await isSchemaOfAnother(owner)) return itself(storage.owner)
  const found = await findServiceLogin(owner, storage.owner, databasePassword(storage.keys.current))
  return found === null ? null : withEveryPassword(found, storage.keys)
}

/** Gives the role that a start made the password of the current secret key. */
export function settleServicePassword({ keys }: OpenStorage, owner: Database): Promise<void> {
  return resetServicePassword(owner, databasePassword(keys.current)).catch(explain)
}

/** While a secret key is rotated, the role has the password of one of the keys. */
function withEveryPassword(address: ServiceAddress, keys: SecretKeys): ServiceAddress {
  return withPasswords(address, () => keys.databasePasswords())
}

/** The owner's connections are open no longer than they are needed. */
export async function asOwner<T>(
  { owner: address }: OpenStorage,
  work: (owner: Database) => Promise<T>,
): Promise<T> {
  const owner = openDatabase(address, 'owner', 2)
  try {
    return await work(owner)
  } finally {
    await owner.close()
  }
}

async function serviceOf(storage: OpenStorage, owner: Database, report: Report): Promise<ServiceAddress> {
  if (await isRestoreUnfinished(owner)) throw new StartError(UNFINISHED_RESTORE)
  if (storage.service === null && (await isSchemaOfAnother(owner))) {
    await requireSchema(owner)
    await requireSecretKey(owner, storage.keys)
    return itself(storage.owner)
  }
  await prepareDatabase(owner, report)
  if (await isPartlyDistributed(owner)) throw new StartError(PARTLY_DISTRIBUTED)
  await settleSecretKey(owner, storage.keys)
  const service = await grantService(storage, owner)
  if (storage.service === null && (await isLoginRefused(service))) {
    await settleServicePassword(storage, owner)
    if (await isLoginRefused(service)) throw new StartError(LOGIN_REFUSED)
  }
  return service
}

/** The operator gives the service an address without the rights of the owner, and migrates apart from it. */
function itself(address: DatabaseAddress): ServiceAddress {
  if ('connectionString' in address) return givenServiceAddress(address.connectionString)
  throw new Error('the embedded database was not opened as its owner')
}

function requireLimitedRole(role: ServiceRole): void {
  const [fault] = serviceRoleFaults(role).filter((it) => it.isFatal)
  if (fault === undefined) return
  throw new StartError(
    `The service logs in to the database as ${role.name}, which ${fault.what}, so a bug could expose the data of all ` +
      `tenants. Run: ${fault.remedy}; or use another user in DATABASE_URL.`,
  )
}

async function asService<T>(address: ServiceAddress, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(address, 'service', 1)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'

function explain(error: unknown): never {
  const isDenied = Object(error).code === INSUFFICIENT_PRIVILEGE
  throw isDenied ? new StartError(NO_ROLE, { cause: error }) : error
}

const UNFINISHED_RESTORE =
  'A backup was restored into this database, and people who were erased since it was made are not erased again yet. Run "goodword -- restore <file>" again with the same file: it goes on from there.'

const PARTLY_DISTRIBUTED =
  'The distribution of the tables was interrupted: some are distributed, others are not. Run "goodword-server cluster distribute", which goes on with those that are left.'

const OWN_LOGIN =
  "create role goodword_login login password '…'; then set DATABASE_OWNER_URL to what DATABASE_URL is now, and DATABASE_URL to the same address with that user and password."

const NO_ROLE = `The user of DATABASE_URL lacks the right to create the role that the service logs in as. Run as an administrator: ${OWN_LOGIN}`

const LOGIN_REFUSED = `The database rejects the login of the role created for the service (check pg_hba.conf, or the users of a connection pooler). Allow it, or run: ${OWN_LOGIN}`

const SAME_USER = `DATABASE_URL and DATABASE_OWNER_URL have the same user. Run: ${OWN_LOGIN.replace('what DATABASE_URL is now', "the owner's address")}`
