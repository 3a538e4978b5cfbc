import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import {
  type Database,
  type DatabaseAddress,
  planning,
  type ServiceAddress,
  withPassword,
} from '../driver/database.ts'
import { connectionError } from '../driver/database-error.ts'
import { oneShardAtATime } from '../driver/one-shard-at-a-time.ts'
import { serviceAddress, withDistribution } from '../driver/service-address.ts'
import { type Statement, statement } from '../driver/statement.ts'
import { missingRights } from './service-rights.ts'

/**
 * Makes sure that the role the service logs in as exists, with the rights that this release needs, and returns how to
 * log in as it. The database is open as its owner. Each database has a role of its own, because databases of one
 * server share their roles, and services with different secret keys have different passwords.
 */
export function ensureServiceLogin(
  owner: Database,
  address: DatabaseAddress,
  password: string,
): Promise<ServiceAddress> {
  return changeRoles(owner, async (db) => {
    const { user, isThere, isDistributed } = await readLogin(db)
    if (!isThere) await execute(db, `create role ${nameOf(user)} login noinherit ${passwordOf(password)}`)
    await giveRights(db, user)
    return withDistribution(serviceAddress(address, { user, password }), isDistributed)
  })
}

/** Sets the password of a role that was created under another secret key, or whose password was changed. */
export function resetServicePassword(owner: Database, password: string): Promise<void> {
  return changeRoles(owner, async (db) => {
    const { user } = await readLogin(db)
    await execute(db, `alter role ${nameOf(user)} login ${passwordOf(password)}`)
  })
}

/** How to log in as the role of the service; null when no start has made it yet. */
export async function findServiceLogin(
  owner: Database,
  address: DatabaseAddress,
  password: string,
): Promise<ServiceAddress | null> {
  const { user, isThere, isDistributed } = await readLogin(owner)
  return isThere ? withDistribution(serviceAddress(address, { user, password }), isDistributed) : null
}

/** Gives a role the rights that this release needs, and no others on our tables. */
export function grantServiceRights(owner: Database, user: string): Promise<void> {
  return changeRoles(owner, (db) => giveRights(db, user))
}

/** Whether the server refuses a login, for all its passwords or by its rules; other failures to connect are thrown. */
export async function isLoginRefused(address: ServiceAddress): Promise<boolean> {
  const { isDistributed: _, passwords = () => [], ...server } = address
  const given = passwords()
  const logins = given.length === 0 ? [server] : given.map((it) => withPassword(server, it))
  for (const each of logins) if (!(await isRefused(each))) return false
  return true
}

async function isRefused(login: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...login, application_name: 'goodword' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return false
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code?.startsWith(INVALID_AUTHORIZATION)) return true
    throw connectionError(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const INVALID_AUTHORIZATION = '28'

const login = statement(
  'service_login.read',
  `
select 'goodword_service_' || d.oid as "user",
  exists (select from pg_roles r where r.rolname = 'goodword_service_' || d.oid) as "isThere",
  exists (select from pg_extension e where e.extname = 'citus') as "isDistributed"
from pg_database d
where d.datname = current_database()`,
)

type Queries = Pick<Database, 'query'>

type ServiceLogin = {
  readonly user: string
  readonly isThere: boolean
  /** The database is distributed by Citus. */
  readonly isDistributed: boolean
}

async function readLogin(db: Queries): Promise<ServiceLogin> {
  const [row] = await db.query<ServiceLogin>(login, [])
  if (row === undefined) throw new Error('the current database was not found in pg_database')
  return row
}

async function giveRights(db: Queries, user: string): Promise<void> {
  for (const text of await missingRights(db, user)) await execute(db, text)
  await setPlanning(db, user)
}

/**
 * The nodes of a cluster plan their part of a statement in sessions of their own, which know nothing of the settings of ours: they
 * have those of the role. Citus copies them to every node.
 */
async function setPlanning(db: Queries, user: string): Promise<void> {
  const [role] = await db.query<{ settings: readonly string[] }>(settingsOfRole, [user])
  if (role === undefined) return
  for (const [name, value] of Object.entries(planning)) {
    // The setting `plan_cache_mode` concerns the connected node only, and each session sets it.
    if (name === 'plan_cache_mode' || role.settings.includes(`${name}=${value}`)) continue
    await execute(db, `alter role ${nameOf(user)} set ${name} to ${pg.escapeLiteral(value)}`)
  }
}

/** Nothing without Citus, or if the present user may not change the role. */
const settingsOfRole: Statement = {
  name: '',
  text: `
select coalesce(r.rolconfig, '{}') as settings
from pg_roles r
join pg_roles u on u.rolname = current_user
where r.rolname = $1
  and exists (select from pg_extension e where e.extname = 'citus')
  and (u.rolsuper or u.rolcreaterole
    and (current_setting('server_version_num')::int < 160000 or pg_has_role(r.oid, 'member with admin option')))`,
}

const nameOf = (user: string): string => pg.escapeIdentifier(user)
const passwordOf = (password: string): string => `password ${pg.escapeLiteral(scramVerifier(password))}`

async function execute(db: Queries, text: string): Promise<void> {
  await db.query({ name: '', text }, [])
}

const begin: Statement = { name: '', text: 'begin' }
const sequential: Statement = { name: '', text: oneShardAtATime }
const lockRoles: Statement = { name: '', text: "select pg_advisory_xact_lock(hashtext('goodword roles'))" }

/** Works in one transaction; several processes that start at once do so one after the other. */
function changeRoles<T>(owner: Database, work: (db: Queries) => Promise<T>): Promise<T> {
  return owner.connected(async (session) => {
    await session.send(begin, [])
    await session.send(sequential, [])
    await session.send(lockRoles, [])
    const result = await work({
      query: async <Row>(it: Statement, values: readonly unknown[]) =>
        (await session.send(it, values)).rows as Row[],
    })
    await session.commit()
    return result
  })
}

const ITERATIONS = 4096

/**
 * The verifier that PostgreSQL stores for a password (SCRAM-SHA-256, RFC 5803). Sent in place of the password, so that it
 * is in no statement and in no log of the database. For ASCII passwords: others would have to be normalized first.
 */
function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const clientKey = createHmac('sha256', salted).update('Client Key').digest()
  const storedKey = createHash('sha256').update(clientKey).digest('base64')
  const serverKey = createHmac('sha256', salted).update('Server Key').digest('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
