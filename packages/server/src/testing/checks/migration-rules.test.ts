import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'
import { readMigrationFiles } from '../../engine/schema/migration-files.ts'
import { laterMigrationNames, laterMigrations } from '../later-release/later-release.ts'
import { migrationViolations } from './migration-rules.ts'

/** The migrations of this release, and two that were made to try the rules. */
const files = (await readMigrationFiles(await laterMigrations(temporaryFolder()))).map(
  ({ name, statements }) => ({ name, text: statements.join(';\n') }),
)

test('I21: every migration may run beside a service at work, of the release before it', () => {
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining([...laterMigrationNames]))
  const found = files.flatMap(({ name, text }) => migrationViolations(text).map((it) => `${name}: ${it}`))
  expect(found).toEqual([])
})

test('the two migrations of a later release break the rules in one file', () => {
  const both = files.filter(({ name }) => laterMigrationNames.includes(name)).map(({ text }) => text)
  expect(migrationViolations(both.join(';\n'))).toEqual([
    expect.stringContaining('is run outside of a transaction'),
  ])
})

const index = 'create index concurrently account_by_x on app.account (tenant_id, x)'

test.each([
  [
    'a table of its own',
    'create table app.it (id uuid primary key, x int check (x > 0)); create index it_x on app.it (x)',
  ],
  ['a table that points at one with rows', 'create table app.it (id uuid references app.account (id))'],
  ['a column that may be absent', 'alter table app.account add column x text collate "C"'],
  ['a column with a constant', `alter table app.account add column x text not null default 'a'::text`],
  ['a check of new rows', 'alter table app.account add constraint x check (y > 0) not valid'],
  ['a look at the old rows', 'alter table app.account validate constraint x'],
  ['an index beside writes', `drop index concurrently if exists app.account_by_x; ${index}`],
  ['a key of such an index', 'alter table app.account add constraint x unique using index account_by_x'],
  [
    'a policy',
    `create table app.it (id int); create policy a on app.it using (true); alter table app.it enable row level security`,
  ],
  ['a block that makes policies', `do $$ begin execute 'create policy a on app.it using (true)'; end $$`],
  ['rows for a new table', 'create table app.it (id int); insert into app.it select 1'],
])('%s may be made beside a service at work', (_name, text) => {
  expect(migrationViolations(text)).toEqual([])
})

test.each([
  ['create index account_by_x on app.account (x)', 'builds an index on account while writes are blocked'],
  [`${index}; select 1`, 'is run outside of a transaction'],
  [index, 'is run outside of a transaction'],
  [`drop index concurrently if exists app.other; ${index}`, 'is run outside of a transaction'],
  ['drop index app.account_by_x', 'drops an index while its table is locked'],
  ['alter table app.account add column x int not null', 'the release before leaves it out of its rows'],
  ['alter table app.account add column x timestamptz default now()', 'a default that is no constant'],
  ['alter table app.account add column x int check (x > 0)', 'adds account.x with a constraint'],
  ['alter table app.account add constraint x check (y > 0)', 'checks every row while writes are blocked'],
  ['alter table app.account add constraint x foreign key (y) references app.reward (id)', 'checks every row'],
  [
    'alter table app.account drop constraint y, add constraint x check (y > 0) not valid',
    'adds a constraint of account together with other changes',
  ],
  ['alter table app.account add constraint x unique (y)', 'builds its index while writes are blocked'],
  ['alter table app.account add constraint x exclude using btree (y with =)', 'reads the whole table'],
  ['alter table app.account alter column x set not null', 'makes account.x not null'],
  ['alter table app.account alter column x type bigint', 'changes the type of account.x'],
  ['alter table app.account drop column x', 'drops account.x, which the release before still reads'],
  ['alter table app.account set unlogged', 'alters account by AT_SetUnLogged, of which nothing is known'],
  ['alter table app.account rename column x to y', 'renames something'],
  ['drop table app.account', 'drops app.account, which the release before still uses'],
  ['update app.account set x = 1', 'changes rows of account, which stay locked'],
  ['insert into app.account select 1', 'changes rows of account, which stay locked'],
  ['truncate app.account', 'holds a TruncateStmt, of which nothing is known here'],
  [`do $$ begin execute 'alter table app.account drop x'; end $$`, 'hides "alter table" in a block'],
  [
    'alter table app.account add column x int; alter table app.reward add column x int',
    'locks account and reward',
  ],
  [
    'create table app.it (a int references app.account (id)); alter table app.reward add column x int',
    'locks account and reward',
  ],
  [
    'alter table app.account add column x int; alter table app.account validate constraint y',
    'validates a constraint under the lock of its other changes',
  ],
])('a dangerous migration is found: %s: %s', (text, found) => {
  expect(migrationViolations(text)).toEqual([expect.stringContaining(found)])
})
