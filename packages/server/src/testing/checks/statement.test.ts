import { expect, test } from 'vitest'
import { statementViolations } from './statement.ts'

const rules = { tenantTables: new Set(['program', 'account', 'referral', 'job']) }

const ready: readonly [string, string][] = [
  ['a select tied by its alias', 'select a.id from account a where a.tenant_id = $1 and a.id = any($2)'],
  ['a select of one table tied by the bare column', 'select id from app.account where $1::text = tenant_id'],
  [
    'a join with a tie for each table',
    'select 1 from account a join referral r on r.tenant_id = $1 and r.account_id = a.id where a.tenant_id = $1',
  ],
  [
    'a left join with the tie in its condition',
    'select 1 from account a left join referral r on r.tenant_id = $1 and r.id = a.id where a.tenant_id = $1',
  ],
  [
    'a lateral subquery with a tie of its own',
    `select 1 from account a left join lateral (
       select max(r.id) from referral r where r.tenant_id = $1 and r.account_id = a.id) r on true
     where a.tenant_id = $1`,
  ],
  [
    'a union tied on both sides',
    'select id from account where tenant_id = $1 union all select id from job where tenant_id = $1',
  ],
  ['a table of the directory', 'select t.id from tenant t where t.merchant_id = $1'],
  [
    'a join with the directory',
    'select 1 from account a join tenant t on t.id = a.tenant_id where a.tenant_id = $1',
  ],
  ['a function call', 'select app.set_tenant($1)'],
  [
    'a tied with-query and a tied reader of it',
    `with late as (select id from account where tenant_id = $1)
     select r.id from referral r join late l on l.id = r.id where r.tenant_id = $1`,
  ],
  [
    'a with-query named like a table',
    'with account as (select id from account where tenant_id = $1) select account.id from account',
  ],
  [
    'rows of values',
    'insert into account (tenant_id, id) values ($1, $2), ($1, $3) on conflict do nothing returning id',
  ],
  [
    'a batch through the row of the tenant',
    `insert into account (tenant_id, id) select k.tenant_id, u.id from program k cross join unnest($2::uuid[]) u(id)
     where k.tenant_id = $1 on conflict (tenant_id, id) do update set id = excluded.id where account.id <> $3 returning id`,
  ],
  [
    'an update from arrays',
    'update account x set name = u.name from unnest($2::uuid[], $3::text[]) u(id, name) where x.tenant_id = $1 and x.id = u.id',
  ],
  [
    'a lease taken with the clock of the database',
    `update job set locked_until = now() + interval '1 minute' where tenant_id = $1 and id in (
       select id from job where tenant_id = $1 and id = any($2) and locked_until < now() - make_interval(secs => $3)
       for update skip locked) returning id`,
  ],
  ['a delete', 'delete from job j using unnest($2::uuid[]) u(id) where j.tenant_id = $1 and j.id = u.id'],
  ['a cast of a column that is no time', 'update account set name = id::text where tenant_id = $1'],
]

test.for(ready)('%s is ready for many nodes', ([, text]) => {
  expect(statementViolations(text, rules)).toEqual([])
})

const conflicting = (clause: string) =>
  `insert into account (tenant_id, id) values ($1, $2) on conflict (tenant_id, id) do update set ${clause}`

const refused: readonly [string, string, RegExp][] = [
  ['a select without a tie', 'select id from account where id = $1', /^account is not tied/],
  ['a tie by a list', 'select id from account where tenant_id = any($1)', /account is not tied/],
  ['a tie within or', 'select id from account where tenant_id = $1 or id = $2', /account is not tied/],
  ['a tie under not', 'select id from account where not (tenant_id = $1)', /account is not tied/],
  ['a tie to a constant', `select id from account where tenant_id = 'acme'`, /account is not tied/],
  [
    'a join tied through the other table',
    'select 1 from account a join referral r on r.tenant_id = a.tenant_id where a.tenant_id = $1',
    /^referral is not tied/,
  ],
  [
    'a join by using',
    'select 1 from account a join referral using (tenant_id) where a.tenant_id = $1',
    /^referral is not/,
  ],
  [
    'a bare column beside a tied table',
    'select 1 from account a cross join referral where a.tenant_id = $1 and tenant_id = $1',
    /^referral is not tied/,
  ],
  [
    'a left join whose condition ties the wrong side',
    'select 1 from account a left join referral r on a.tenant_id = $1 where r.tenant_id = $1',
    /^account is not tied/,
  ],
  [
    'a subquery tied only by correlation',
    'select 1 from account a where a.tenant_id = $1 and exists (select from referral r where r.tenant_id = a.tenant_id)',
    /^referral is not tied/,
  ],
  [
    'a derived table tied from outside',
    'select 1 from (select * from account) a where a.tenant_id = $1',
    /^account is not tied/,
  ],
  [
    'a union with an untied side',
    'select id from account where tenant_id = $1 union select id from job',
    /^job is not tied/,
  ],
  [
    'a with-query without a tie',
    'with x as (select id from account) select 1 from x',
    /^account is not tied/,
  ],
  [
    'two tenants',
    'select 1 from account a join referral r on r.tenant_id = $2 where a.tenant_id = $1',
    /different parameters/,
  ],
  ['an untied update', 'update account set name = $2 where id = $1', /^account is not tied/],
  ['an untied delete', 'delete from account where id = $1', /^account is not tied/],
  ['an untied lock', 'select id from job order by id limit 1 for update skip locked', /^job is not tied/],
  [
    'rows of two tenants',
    'insert into account (tenant_id, id) values ($1, $2), ($3, $4)',
    /different parameters/,
  ],
  [
    'a row with a constant tenant',
    `insert into account (tenant_id, id) values ('acme', $1)`,
    /is no parameter/,
  ],
  [
    'values with a subquery',
    'insert into account (tenant_id, id) values ($1, (select $2))',
    /a subquery among/,
  ],
  ['an insert without columns', 'insert into account values ($1, $2)', /does not name tenant_id/],
  ['an insert without rows', 'insert into account default values', /does not name tenant_id/],
  [
    'a batch from bare arrays',
    'insert into account (tenant_id, id) select $1, u.id from unnest($2::uuid[]) u(id)',
    /take tenant_id from a table/,
  ],
  [
    'a batch that passes on the parameter',
    'insert into account (tenant_id, id) select $1, u.id from program k cross join unnest($2::uuid[]) u(id) where k.tenant_id = $1',
    /take tenant_id from a table/,
  ],
  [
    'a batch with a limit',
    'insert into account (tenant_id, id) select k.tenant_id, k.id from program k where k.tenant_id = $1 limit 1',
    /with a limit/,
  ],
  [
    'an insert in a with',
    'with x as (insert into account (tenant_id, id) values ($1, $2) returning id) select id from x',
    /is inside a with/,
  ],
  ['the clock in a conflict clause', conflicting('seen_at = now()'), /conflict clause/],
  [
    'the current timestamp in a conflict clause',
    conflicting('seen_at = current_timestamp'),
    /conflict clause/,
  ],
  [
    'time arithmetic in a conflict clause',
    conflicting(`seen_at = excluded.seen_at + interval '1 day'`),
    /interval/,
  ],
  ['a conflict that moves a row', conflicting('tenant_id = excluded.tenant_id'), /^changes tenant_id/],
  [
    'an update that moves a row',
    'update account set tenant_id = $2 where tenant_id = $1',
    /^changes tenant_id/,
  ],
  [
    'the clock in coalesce',
    'update job set run_at = coalesce(run_at, now()) where tenant_id = $1',
    /coalesce/,
  ],
  ['the clock in case', 'update job set run_at = case when $2 then now() end where tenant_id = $1', /case/],
  [
    'a volatile clock',
    'update job set run_at = clock_timestamp() where tenant_id = $1',
    /clock_timestamp\(\) is volatile/,
  ],
  ['a random id', 'insert into account (tenant_id, id) values ($1, gen_random_uuid())', /is volatile/],
  ['a sequence', `insert into account (tenant_id, id) values ($1, nextval('s'))`, /is volatile/],
  [
    'a truncated time column',
    `delete from job where tenant_id = $1 and date_trunc('day', run_at) < $2`,
    /time zone/,
  ],
  [
    'a time column plus an interval',
    `delete from job where tenant_id = $1 and run_at + interval '1 day' < $2`,
    /interval/,
  ],
  [
    'a cast of a time column',
    'update job set note = run_at::text where tenant_id = $1',
    /a cast of a time column/,
  ],
  ['set_config', `select set_config('app.tenant', $1, true)`, /call app.set_tenant/],
  ['an advisory lock', 'select pg_advisory_xact_lock(1)', /one node only/],
  ['merge', 'merge into account a using job j on a.id = j.id when matched then delete', /MergeStmt/],
  ['two statements', 'select 1; select 2', /one statement/],
  ['nothing', ' ', /one statement/],
  ['a setting', `set local app.tenant = 'acme'`, /VariableSetStmt/],
  ['bad syntax', 'selec 1', /^does not parse/],
]

test.for(refused)('%s is found', ([, text, violation]) => {
  expect(statementViolations(text, rules)).toEqual([expect.stringMatching(violation)])
})

test('a statement that crosses tenants on purpose may read without a tie, but neither lock nor insert', () => {
  const crossing = { ...rules, mayCrossTenants: true }
  expect(statementViolations('select tenant_id, id from job order by id limit 9', crossing)).toEqual([])
  expect(statementViolations('select id from job for update skip locked', crossing)).toEqual([
    'job is locked across tenants',
  ])
  expect(statementViolations('insert into job (id) values ($1)', crossing)).toHaveLength(1)
})
