import type pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../test-database.ts'
import { type CatalogReader, catalogViolations } from './catalog.ts'
import * as exceptions from './exceptions.ts'

const { owner, service } = await createTestDatabase()

test('every table of the schema is a tenant table with all that takes, or named in the directory', async () => {
  expect(await catalogViolations(owner, exceptions)).toEqual([])
  expect(await catalogViolations(service, exceptions)).toEqual([])
})

const long = 'n'.repeat(55)
const good = 'tenant_id text not null, id uuid not null, other uuid, primary key (tenant_id, id)'
const policy = `alter table app.it enable row level security;
  create policy it_only on app.it using (tenant_id = current_setting('app.tenant', true))`

const planted: readonly [name: string, ddl: string, ...found: string[]][] = [
  ['nothing', `create table app.it (${good}); ${policy}`],
  [
    'a table without a tenant',
    'create table app.it (id uuid primary key)',
    'it: has no column tenant_id text not null',
    'it_pkey: is a primary key that does not begin with tenant_id',
    'it_pkey: is unique without tenant_id',
    'it: has no policy',
    'it: has row-level security switched off',
  ],
  [
    'a tenant column that is no text',
    `create table app.it (tenant_id uuid, id uuid, primary key (tenant_id, id)); alter table app.it enable row level security`,
    'it: has no column tenant_id text not null',
    'it: has no policy',
  ],
  [
    'a table without a primary key',
    `create table app.it (tenant_id text not null); ${policy}`,
    'it: has no primary key',
  ],
  [
    'a primary key in another order',
    `create table app.it (tenant_id text not null, id uuid, primary key (id, tenant_id)); ${policy}`,
    'it_pkey: is a primary key that does not begin with tenant_id',
  ],
  [
    'a unique key without the tenant',
    'alter table app.account add constraint account_twin unique (external_id)',
    'account_twin: is unique without tenant_id',
  ],
  [
    'a unique index that only carries the tenant along',
    'create unique index account_twin on app.account (external_id) include (tenant_id)',
    'account_twin: is unique without tenant_id',
  ],
  [
    'an exclusion without the tenant',
    'alter table app.reward add constraint reward_apart exclude using btree (id with =)',
    'reward_apart: excludes without comparing tenant_id by =',
  ],
  [
    'a foreign key of a tenant table',
    `alter table app.event add constraint event_account foreign key (tenant_id, account_id)
       references app.account (tenant_id, id)`,
    'event_account: is a foreign key of a tenant table',
  ],
  [
    'a foreign key from the directory to a tenant',
    'alter table app.tenant add constraint tenant_out foreign key (id) references app.program (tenant_id)',
    'tenant_out: leads from the directory to a tenant table',
  ],
  [
    'a foreign key out of the schema',
    `create table public.far (id text primary key);
     alter table app.tenant add constraint tenant_far foreign key (id) references public.far (id)`,
    'tenant_far: leads out of the schema',
  ],
  ...[
    'on delete set null',
    'on delete set null (tenant_id)',
    'on delete set default',
    'on update cascade',
  ].map((action): [string, string, string] => [
    `a foreign key with ${action}`,
    `alter table app.signing_key add constraint signing_key_lost foreign key (tenant_id)
         references app.tenant (id) ${action}`,
    'signing_key_lost: has an action that sets or moves its columns',
  ]),
  [
    'a trigger',
    `create trigger watch before insert on app.event for each row execute function suppress_redundant_updates_trigger()`,
    'event: has the trigger watch',
  ],
  [
    'an append-only table without its trigger',
    'alter table app.audit_entry disable trigger append_only',
    'audit_entry: has no trigger append_only that is enabled',
  ],
  [
    'an append-only table that the service may change',
    'grant update on app.audit_entry to goodword_service',
    'audit_entry: may be changed by the service',
  ],
  ['a rule', 'create rule quiet as on delete to app.event do instead nothing', 'event: has the rule quiet'],
  ['a sequence', 'create sequence app.counting', 'counting: is a sequence'],
  [
    'an identity',
    'alter table app.event add column place bigint generated always as identity',
    'event_place_seq: is a sequence',
  ],
  [
    'a serial column',
    'alter table app.event add column place bigserial',
    'event.place: has a volatile default',
    'event_place_seq: is a sequence',
  ],
  [
    'a volatile default',
    'alter table app.event alter column id set default gen_random_uuid()',
    'event.id: has a volatile default',
  ],
  [
    'row-level security switched off',
    'alter table app.event disable row level security',
    'event: has row-level security switched off',
  ],
  [
    'row-level security forced',
    'alter table app.event force row level security',
    'event: forces row-level security on its owner',
  ],
  ['a dropped policy', 'drop policy tenant_only on app.event', 'event: has no policy'],
  [
    'a policy that lets everything through',
    'create policy open on app.event using (true)',
    'event: has the policy open, which does not compare tenant_id with app.tenant alone',
  ],
  [
    'a table of the service',
    'alter table app.event owner to goodword_service',
    'event: is owned by the service',
  ],
  [
    'a view past row-level security',
    'create view app.every_event as select id from app.event',
    'every_event: is a view that runs as its owner',
  ],
  [
    'a function past row-level security',
    `create function app.peek() returns int language sql security definer as 'select 1'`,
    'peek: is a function that runs as its owner',
  ],
  [
    'a long name',
    `create index ${long} on app.event (tenant_id)`,
    `${long}: has a name of more than 54 bytes`,
  ],
  [
    'a long constraint',
    `alter table app.event add constraint ${long} check (true)`,
    `${long}: has a name of more than 54 bytes`,
  ],
  [
    'a missing directory table',
    'drop table app.signing_key',
    'signing_key: is an exception without need: remove it',
  ],
]

test.for(planted)('%s: found', async ([, ddl, ...found]) => {
  expect(await violationsAfter(ddl)).toEqual([...found].sort())
})

test('a service that may pass row-level security is found', async () => {
  expect(await violationsAfter('alter role goodword_service bypassrls')).toEqual([
    'goodword_service: can pass row-level security',
  ])
})

/** The violations after some DDL, which is rolled back. */
async function violationsAfter(ddl: string): Promise<string[]> {
  const client = await owner.pool.connect()
  try {
    await client.query('begin')
    await client.query(ddl)
    return (await catalogViolations(readerOf(client), exceptions)).sort()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

function readerOf(client: pg.PoolClient): CatalogReader {
  return {
    async query<Row>(statement: { text: string }, values: readonly unknown[]) {
      const result = await client.query({ text: statement.text, values: [...values] })
      return result.rows as Row[]
    },
  }
}
