import { describe, expect, test } from 'vitest'
import { createTenant } from '../../administration/tenants/create-tenant.ts'
import { NO_TIMEOUTS } from '../../testing/endless.ts'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant } from '../../testing/test-tenant.ts'
import { openDatabase } from '../driver/database.ts'
import { ensureServiceLogin, findServiceLogin } from './service-login.ts'
import { missingRights } from './service-rights.ts'
import { readServiceRole } from './service-role.ts'

const db = await createTestDatabase({ hasOwnRole: true })
const tenant = await makeTestTenant(db, 'acme')
await tenant.referrer('ada')
const { name: user } = await readServiceRole(db.service)

const run = async (text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> =>
  db.service.query<Record<string, unknown>>({ name: '', text }, values)
const runAsOwner = (text: string) => db.owner.query<Record<string, unknown>>({ name: '', text }, [])

const DENIED = '42501'

describe('a connection of the service', () => {
  const denied: readonly (readonly [what: string, statement: string])[] = [
    ['become the owner', 'set role goodword'],
    ['become the role that holds the rights', 'set role goodword_service'],
    ['become the owner for the whole session', 'set session authorization goodword'],
    ['run a program', `copy (select 1) to program 'cat > /dev/null'`],
    ['load the output of a program', `copy app.event from program 'echo'`],
    ['write a file', `copy (select 1) to '/tmp/goodword-service-role'`],
    ['read a file', `select pg_read_file('/etc/passwd')`],
    ['create a table', 'create table app.mine (id int)'],
    ['create a table outside our schema', 'create table public.mine (id int)'],
    ['create a temporary table', 'create temporary table account (id int)'],
    ['create a schema', 'create schema mine'],
    // Without this setting, a worker of a cluster refuses it to every role.
    [
      'create a function',
      'set local citus.enable_ddl_propagation = off; create function app.mine() returns int language sql as $$select 1$$',
    ],
    ['create a role', 'create role mine'],
    ['switch row-level security off', 'alter table app.account disable row level security'],
    ['drop a table', 'drop table app.account'],
    ['empty a table', 'truncate app.event'],
    ['change the past', 'update app.event set reason = null'],
    ['delete an API key', 'delete from app.api_key'],
    ['delete a signing key', 'delete from app.signing_key'],
    ['give an API key more scopes', `update app.api_key set scopes = '{admin}'`],
    ['move an API key to another tenant', `update app.api_key set tenant_id = 'other'`],
    ['replace a signing key', `update app.signing_key set secret_box = ''`],
    ['read the passwords of roles', 'select rolpassword from pg_authid'],
    ['change which migrations ran', 'delete from migration.kysely_migration'],
  ]

  test.each(denied)('a connection of the service cannot %s', async (_, statement) => {
    await expect(db.service.pool.query(statement)).rejects.toMatchObject({ code: DENIED })
  })

  test('a connection of the service cannot enable a tenant: on a cluster it may update tenants, and none is there to be updated', async () => {
    const enabled = await run('update app.tenant set disabled_at = null returning id').catch(
      (error: { code: string }) => error.code,
    )
    expect([DENIED, []]).toContainEqual(enabled)
  })

  test.each(['set role none', 'reset role', 'set session authorization default', 'discard all'])(
    'a connection of the service stays what it is after %s',
    async (statement) => {
      const single = openDatabase(db.serviceAddress, 'service', 1, NO_TIMEOUTS)
      const runQuery = (text: string) => single.query<Record<string, unknown>>({ name: '', text }, [])
      try {
        await runQuery(statement)
        expect(await runQuery('select current_user, session_user')).toEqual([
          { current_user: user, session_user: user },
        ])
        expect(await runQuery('select count(*)::int as rows from app.account')).toEqual([{ rows: 0 }])
      } finally {
        await single.close()
      }
    },
  )

  test('a connection of the service sees no row of any tenant before it names one, also with row-level security said to be off', async () => {
    expect(await runAsOwner('select count(*)::int as rows from app.account')).toEqual([{ rows: 1 }])
    expect(await run('select count(*)::int as rows from app.account')).toEqual([{ rows: 0 }])
    const single = openDatabase(db.serviceAddress, 'service', 1, NO_TIMEOUTS)
    try {
      await single.query({ name: '', text: 'set row_security = off' }, [])
      const count = single.query({ name: '', text: 'select count(*) from app.account' }, [])
      await expect(count).rejects.toMatchObject({ code: DENIED })
    } finally {
      await single.close()
    }
  })

  test('a connection of the service writes keys of the tenant alone that its transaction serves', async () => {
    const insertKey = (tenantId: string) =>
      `insert into app.api_key (id, tenant_id, key_hash, last_four, scopes, created_at)
       values (gen_random_uuid(), '${tenantId}', sha256('${tenantId}'), 'abcd', '{admin}', now())`
    const insertSigningKey = (tenantId: string) =>
      `insert into app.signing_key (id, tenant_id, secret_box, created_at)
       values (gen_random_uuid(), '${tenantId}', '', now())`
    const revokeAll = 'update app.api_key set revoked_at = now() returning tenant_id'
    const endAll = 'update app.signing_key set expires_at = now() returning tenant_id'
    const { live, test: other } = await createTenant(testContext(db.owner, { now: Date.now }), {
      alias: 'keyed',
    })
    const session = await db.service.pool.connect()
    const changes = async (tenantId: string | null, text: string): Promise<string[]> => {
      await session.query('begin')
      try {
        if (tenantId !== null) await session.query('select app.set_tenant($1)', [tenantId])
        return (await session.query<{ tenant_id: string }>(text)).rows.map((it) => it.tenant_id)
      } finally {
        await session.query('rollback')
      }
    }
    try {
      for (const insert of [insertKey, insertSigningKey]) {
        await expect(changes(null, insert(other.alias))).rejects.toMatchObject({ code: DENIED })
        await expect(changes(live.alias, insert(other.alias))).rejects.toMatchObject({ code: DENIED })
        expect(await changes(other.alias, insert(other.alias))).toEqual([])
      }
      for (const update of [revokeAll, endAll]) {
        expect(await changes(null, update)).toEqual([])
        expect(new Set(await changes(other.alias, update))).toEqual(new Set([other.alias]))
      }
    } finally {
      session.release()
    }
  })

  test('a connection of the service logs in as a role that owns nothing and is a member of nothing', async () => {
    expect(await readServiceRole(db.service)).toEqual({
      name: expect.stringMatching(/^goodword_service_\d+$/),
      isSuperuser: false,
      isPastRowSecurity: false,
      mayCreateRoles: false,
      mayCreateDatabases: false,
      mayReplicate: false,
      memberOf: [],
      owns: [],
      mayCreateSchemas: false,
      mayCreateTemporaryTables: false,
      mayCreateIn: [],
      isDistributed: expect.any(Boolean),
    })
  })
})

describe('the rights of the login role', () => {
  test('the rights of the login role are those that migrations granted, and are brought back to them', async () => {
    expect(await missingRights(db.owner, user)).toEqual([])
    await runAsOwner('create table app.later (id int primary key, note text)')
    await runAsOwner("select app.distribute('app.later', 'reference')")
    await runAsOwner('grant select, update (note) on app.later to goodword_service')
    await runAsOwner('revoke insert on app.event from goodword_service')
    await runAsOwner(`grant delete on app.account to ${user}`)
    await runAsOwner('grant create on schema public to public')
    expect(await missingRights(db.owner, user)).toEqual([
      `grant SELECT on table app.later to ${user}`,
      `grant UPDATE (note) on table app.later to ${user}`,
      `revoke DELETE on table app.account from ${user}`,
      `revoke INSERT on table app.event from ${user}`,
      'revoke create on schema public from public',
    ])
    await ensureServiceLogin(db.owner, db.address, 'password')
    expect(await missingRights(db.owner, user)).toEqual([])
    await run('update app.later set note = note')
    await expect(run('delete from app.account')).rejects.toMatchObject({ code: DENIED })
    await runAsOwner('grant insert on app.event to goodword_service')
    await ensureServiceLogin(db.owner, db.address, 'password')
  })

  test('the rights of the login role are given once by processes that start at the same time', async () => {
    const starts = Array.from({ length: 4 }, () => openDatabase(db.address, 'owner', 1, NO_TIMEOUTS))
    await runAsOwner(`drop owned by ${user}`)
    const ensured = await Promise.all(starts.map((it) => ensureServiceLogin(it, db.address, 'password')))
    await Promise.all(starts.map((it) => it.close()))
    expect(new Set(ensured.map((it) => JSON.stringify(it))).size).toBe(1)
    expect(await missingRights(db.owner, user)).toEqual([])
    expect(await findServiceLogin(db.owner, db.address, 'password')).toEqual(ensured[0])
  })
})
