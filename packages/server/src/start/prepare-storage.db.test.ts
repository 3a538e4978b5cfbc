import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase, type ServiceAddress } from '../engine/driver/database.ts'
import { givenServiceAddress } from '../engine/driver/service-address.ts'
import { baseline } from '../engine/schema/migration-files.ts'
import { makeSecretKey, type SecretKey } from '../engine/secrets/secret-key.ts'
import { noRetiredKeys, SecretKeys } from '../engine/secrets/secret-keys.ts'
import { startTemporaryServer } from '../testing/database/start-server.ts'
import { quotedMessages } from '../testing/guides/quoted-messages.ts'
import { withoutTimeouts } from '../testing/without-timeouts.ts'
import type { OpenStorage } from './open-storage.ts'
import { asOwner, findService, prepareStorage, settleServicePassword } from './prepare-storage.ts'

withoutTimeouts()
// A server of its own, of the same programs, because the one of the test run requires no password.
const server = await startTemporaryServer({
  programs: inject('postgresqlPrograms'),
  settings: { fsync: 'off', shared_buffers: '32MB' },
})
afterAll(server.stop)

beforeAll(async () => {
  const [row] = await asAdministrator<{ file: string }>(`select current_setting('hba_file') as file`)
  await asAdministrator(
    `copy (values ('local all goodword trust'), ('local all all scram-sha-256')) to '${row?.file}'`,
  )
  await asAdministrator('select pg_reload_conf()')
})

async function asAdministrator<Row>(text: string, connection = server.connection): Promise<Row[]> {
  const db = openDatabase(connection, 'owner', 1)
  return db.query<Row>({ name: '', text }, []).finally(db.close)
}

const addressOf = (user: string, database: string): string => {
  const address = new URL(`postgresql://${user}:secret@localhost/${database}`)
  address.searchParams.set('host', server.connection.host)
  return address.href
}

/** A database whose owner is no superuser, as on a managed server. */
async function makeDatabase(options: string): Promise<{ name: string; owner: string }> {
  const name = `db_${randomUUID().replaceAll('-', '')}`
  const owner = `${name}_owner`
  await asAdministrator(`create role ${owner} login ${options} password 'secret'`)
  await asAdministrator(`create database ${name} owner ${owner}`)
  return { name, owner }
}

function storageOf(ownerUrl: string, serviceUrl: string | null, secretKey: SecretKey): OpenStorage {
  return {
    owner: { connectionString: ownerUrl },
    service: serviceUrl === null ? null : givenServiceAddress(serviceUrl),
    keys: new SecretKeys([secretKey]),
    readKeys: null,
    location: null,
    close: async () => undefined,
  }
}

const silent = (): void => undefined

async function userOf(storage: OpenStorage): Promise<string> {
  const db = openDatabase(await prepareStorage(storage, silent), 'service', 1)
  const [row] = await db
    .query<{ user: string }>(
      { name: '', text: 'select session_user as user from app.tenant right join (select) x on true' },
      [],
    )
    .finally(db.close)
  return row?.user ?? 'none'
}

test('the logins are tried on the PostgreSQL version of the test run', async () => {
  const version = "select current_setting('server_version') as version"
  expect(await asAdministrator(version)).toEqual(await asAdministrator(version, inject('databaseServer')))
})

test('an owner who can create neither role gets both instructions, one after the other', async () => {
  const { name, owner } = await makeDatabase('nocreaterole')
  await expect(
    prepareStorage(storageOf(addressOf(owner, name), null, makeSecretKey()), silent),
  ).rejects.toThrow(
    /: it may not create the role goodword_service\. Run as an administrator: create role goodword_service nologin; or/,
  )
})

test('an owner who may create roles needs one address: the start makes a role, whose password follows from the secret key and is in no statement', async () => {
  const { name, owner } = await makeDatabase('createrole')
  const storage = storageOf(addressOf(owner, name), null, makeSecretKey())
  const user = await userOf(storage)
  expect(user).toMatch(/^goodword_service_\d+$/)
  expect(await userOf(storage)).toBe(user)
  // A changed password is set again.
  await asAdministrator(`alter role ${user} password 'another'`)
  expect(await userOf(storage)).toBe(user)

  const service = await prepareStorage(storage, silent)
  const password = new URL(Object(service).connectionString).searchParams.get('password') ?? ''
  expect(password).toHaveLength(43)
  const stored = await asAdministrator<{ rolpassword: string }>(
    `select rolpassword from pg_authid where rolname like 'goodword_service_%'`,
  )
  for (const { rolpassword } of stored) expect(rolpassword).toMatch(/^SCRAM-SHA-256\$4096:/)
  expect(JSON.stringify(stored)).not.toContain(password)
})

test('while the secret key is rotated, connections are made by the password of either key', async () => {
  const { name, owner } = await makeDatabase('createrole')
  const [earlier, later] = [makeSecretKey(), makeSecretKey()]
  const before = storageOf(addressOf(owner, name), null, earlier)
  await userOf(before)
  const both = { ...before, keys: new SecretKeys([later, earlier]) }
  const db = openDatabase(await prepareStorage(both, silent), 'service', 2)
  const connect = async () => (await db.pool.connect()).release(true)
  await connect()
  // The database still names the key from before: its password was left as it is.
  expect(both.keys.current).toBe(earlier)
  await userOf(before)
  both.keys.use(later, noRetiredKeys)
  await asOwner(both, (ownerDb) => settleServicePassword(both, ownerDb))
  await Promise.all([connect(), connect()])
  await db.close()
  const onlyEarlier = openDatabase(await oldLogin(before), 'service', 1)
  await expect(onlyEarlier.pool.connect()).rejects.toMatchObject({ code: '28P01' })
  await onlyEarlier.close()
})

/** The login as the role had it by the key of a storage. */
async function oldLogin(storage: OpenStorage): Promise<ServiceAddress> {
  const found = await asOwner(storage, (ownerDb) => findService(storage, ownerDb))
  return found ?? expect.fail('the role was not found')
}

test('two databases of one server have roles of their own, with secret keys of their own', async () => {
  const made = [await makeDatabase('createrole'), await makeDatabase('createrole superuser')]
  const storages = made.map(({ name, owner }) => storageOf(addressOf(owner, name), null, makeSecretKey()))
  const users: string[] = []
  for (const storage of storages) users.push(await userOf(storage))
  expect(new Set(users).size).toBe(2)
  for (const [index, storage] of storages.entries()) expect(await userOf(storage)).toBe(users[index])
})

test('an owner who may not create roles gets the commands to run, and they work', async () => {
  const { name, owner } = await makeDatabase('nocreaterole')
  const ownerUrl = addressOf(owner, name)
  const secretKey = makeSecretKey()
  const alone = storageOf(ownerUrl, null, secretKey)
  await expect(prepareStorage(alone, silent)).rejects.toThrow(
    /^The user of DATABASE_URL lacks the right to create the role that the service logs in as\. Run as an administrator: create role goodword_login login password '…'; then set DATABASE_OWNER_URL/,
  )
  const [quoted] = quotedMessages.filter((it) => it.startsWith('The user of DATABASE_URL lacks'))
  await expect(prepareStorage(alone, silent)).rejects.toThrow(quoted ?? 'a message that the guide quotes')
  const login = `${name}_login`
  await asAdministrator(`create role ${login} login password 'secret'`)
  const both = storageOf(ownerUrl, addressOf(login, name), secretKey)
  expect(await userOf(both)).toBe(login)
  // From now on the service needs the owner's address no more.
  const serviceAlone = storageOf(addressOf(login, name), null, secretKey)
  expect(await userOf(serviceAlone)).toBe(login)
})

test('without the owner’s address, the schema must be that of this release', async () => {
  const { name, owner } = await makeDatabase('createrole')
  const login = `${name}_login`
  await asAdministrator(`create role ${login} login password 'secret'`)
  await userOf(storageOf(addressOf(owner, name), addressOf(login, name), makeSecretKey()))
  const asOwner = openDatabase({ connectionString: addressOf(owner, name) }, 'owner', 1)
  const serviceAlone = storageOf(addressOf(login, name), null, makeSecretKey())
  const newest = `(select max(name collate "C") from migration.kysely_migration)`
  await asOwner.query({ name: '', text: `delete from migration.kysely_migration where name = ${newest}` }, [])
  await expect(prepareStorage(serviceAlone, silent)).rejects.toThrow(
    /^The schema of the database is older than this release \(pending: \w+\).* Set DATABASE_OWNER_URL/,
  )
  const later = `insert into migration.kysely_migration values ('9999_later_needs_9999', '2030-01-01')`
  await asOwner.query({ name: '', text: later }, []).finally(asOwner.close)
  await expect(prepareStorage(serviceAlone, silent)).rejects.toThrow(
    /^The database was migrated by a newer release \(its migration 9999_later_needs_9999/,
  )
})

test('a database with the schema that the baseline replaced is refused, and left as it is', async () => {
  const { name, owner } = await makeDatabase('createrole')
  const database = openDatabase({ connectionString: addressOf(owner, name) }, 'owner', 1)
  onTestFinished(database.close)
  const execute = (text: string) => database.query({ name: '', text }, [])
  await execute('create schema app')
  await execute('create schema migration')
  await execute('create table migration.kysely_migration (name text primary key, timestamp text not null)')
  await execute(
    `insert into migration.kysely_migration values ('0001_directory', ''), ('${baseline.replaced}', '')`,
  )
  const relations = `select oid::regclass::text as name from pg_class
    where relnamespace in ('app'::regnamespace, 'migration'::regnamespace) order by 1`
  const before = await execute(relations)
  const refusal = new RegExp(
    '^The database has a schema that this release has replaced \\(with the migration 0001_directory\\) .* nothing was changed\\. ' +
      'Make a backup with the release that migrated it .* and restore it into an empty database with this one',
  )
  const asTheOwner = storageOf(addressOf(owner, name), null, makeSecretKey())
  await expect(prepareStorage(asTheOwner, silent)).rejects.toThrow(refusal)
  expect(await execute(relations)).toEqual(before)
  expect(await execute('select name from migration.kysely_migration')).toHaveLength(2)

  const login = `${name}_login`
  await asAdministrator(`create role ${login} login password 'secret'`)
  await execute(`grant usage on schema migration to ${login}`)
  await execute(`grant select on migration.kysely_migration to ${login}`)
  const serviceAlone = storageOf(addressOf(login, name), null, makeSecretKey())
  await expect(prepareStorage(serviceAlone, silent)).rejects.toThrow(refusal)
})

const tooMuch: readonly (readonly [what: string, options: string, fault: string])[] = [
  ['is a superuser', 'superuser', 'is a superuser'],
  ['bypasses row-level security', 'bypassrls', 'bypasses row-level security'],
  ['can create roles', 'createrole', 'can create roles'],
  ['is a member of another role', 'in role pg_read_all_data', 'is a member of pg_read_all_data'],
]

describe('what is refused in a database that is migrated once', () => {
  const secretKey = makeSecretKey()
  let [name, owner] = ['', '']
  beforeAll(async () => {
    ;({ name, owner } = await makeDatabase('createrole'))
  })

  test.each(tooMuch)('a login that %s is refused', async (what, options, fault) => {
    const login = `${name}_${tooMuch.findIndex(([it]) => it === what)}`
    await asAdministrator(`create role ${login} login password 'secret' ${options}`)
    const storage = storageOf(addressOf(owner, name), addressOf(login, name), secretKey)
    await expect(prepareStorage(storage, silent)).rejects.toThrow(
      new RegExp(`^The service logs in to the database as ${login}, which ${fault}, .* Run: `),
    )
  })

  test('one user for both addresses is refused', async () => {
    const storage = storageOf(addressOf(owner, name), addressOf(owner, name), secretKey)
    await expect(prepareStorage(storage, silent)).rejects.toThrow(
      /^DATABASE_URL and DATABASE_OWNER_URL have the same user\. Run: create role goodword_login/,
    )
  })
})
