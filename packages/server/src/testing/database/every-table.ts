import { allEndpoints } from '@goodword/contract/all-endpoints'
import { idempotencyOf } from '@goodword/contract/frame/endpoint'
import { omittedTables, quoted } from '../../engine/backup/backup-tables.ts'
import type { DatabaseAddress } from '../../engine/driver/database.ts'
import { oneShardAtATime } from '../../engine/driver/one-shard-at-a-time.ts'
import { asOwnerAlone } from '../../engine/driver/owner-client.ts'
import { isWriteName, writeStories } from '../requests/write-stories.ts'
import { credentialsFor } from '../staff/credentials.ts'
import { startTestService, type TestService } from '../test-service.ts'

/** Makes the service do everything that it can write, so that every table has rows. */
export async function fillEveryTable(): Promise<TestService> {
  const service = await startTestService()
  for (const endpoint of allEndpoints) {
    const { name, method } = endpoint
    if (!isWriteName(name)) continue
    const { path, body, isTestMode = false } = await writeStories[name](service, name)
    const keys = isTestMode ? service.test : service.live
    const { key, headers } = await credentialsFor(service, endpoint, keys)
    const keyed = idempotencyOf(endpoint) === 'none' ? {} : { 'idempotency-key': `key-${name}` }
    await service.call(method, path, {
      ...{ alias: keys.alias, key, headers: { ...headers, ...keyed } },
      ...(body === undefined ? {} : { body }),
    })
  }
  await execute(service.address, awkwardValues)
  return service
}

/** All rows of each table that a backup has, in their order as text. */
export function everyRow(of: DatabaseAddress): Promise<{ name: string; rows: readonly unknown[] }[]> {
  return asOwnerAlone(of, async (client) => {
    const names = await client.query(
      // Neither partitions of a table nor unlogged tables.
      `select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relpersistence = 'p' and relname <> all ($1) order by 1`,
      [omittedTables],
    )
    const found = []
    for (const { name } of names.rows) {
      const { rows } = await client.query(`select t::text from ${quoted(name)} t order by 1`)
      found.push({ name: String(name), rows })
    }
    return found
  })
}

export function execute(of: DatabaseAddress, text: string): Promise<void> {
  return asOwnerAlone(of, async (client) => void (await client.query(text)))
}

/** Values that a way of writing rows down could get wrong, and rows of tables that no single request fills. */
const awkwardValues = `${oneShardAtATime};
update account_user set first_name = E'Straße "\\\\", (x), {y}, \u2028\u00e9U0001F600\n\t''', last_name = '', email = 'NULL';
update account set external_id = external_id || E',"\\\\' where external_id = (select max(external_id) from account);
update api_key set expires_at = 'infinity', last_used_at = '2028-02-29'::timestamptz + interval '1 microsecond';
update program set settings = settings || '{"awkward": [null, 0.1, 12345678901234567890, "\\u00e9", {}]}';
update reward set amount = 9007199254740993, redeemed = 0 where redeemed = 0 and source = 'MANUAL';
insert into secret_key values ('current', 'mark of a key', now(), null), ('marks', 'another mark', now(), '\\x0102');
insert into custom_domain select replace(id, '_', '-') || '.example', id, now() from tenant;
insert into domain_claim select tenant_id, host, repeat('a', 32), now(), now(), null, now(), now(), null, null, now() from custom_domain;
insert into closing_balance select tenant_id, id, 'MANUAL', 'CREDIT', 'EUR', 5, now() from account;
insert into processor_connection select tenant_id, '019c13ec-9e00-7000-854b-b3ee23565fa4', 'braintree', 'sandbox', 'm', 'p', '\\x00ff',
  '[{"name": "\\u00e9"}]', now(), now(), 'TIMED_OUT', E'a\nb', now(), now() from program on conflict (tenant_id) do nothing;
insert into processor_notification select tenant_id, '019c13ec-9e00-7000-854b-b3ee23565fa4', '019c13ec-9e00-7000-854b-b3ee23565fa4',
  '\\x00ff', 'check', null, null, now(), E'YQ==\n', now(), now(), 'NO_SUBSCRIPTION' from program;
insert into integration_activity select tenant_id, 'PAGE', 'https://shop.example.com', now(), now(), 3 from program;
insert into processor_notification_kind select tenant_id, '019c13ec-9e00-7000-854b-b3ee23565fa4', 'check', now() from program;
insert into processor_customer select tenant_id, id || E'\t"b"', id, now() from account;
insert into processor_subscription select tenant_id, id, id::text, 'c', id, true, false, 'EUR', null, 9007199254740993, 0, true, true,
  'FAILED', E'a\nb', now(), 3, 9007199254740993, false, -5, now() from account;
insert into processor_bill select tenant_id, id, id, id, '2026-01-31', 't', now(), 'EUR', 9007199254740993, 500, 0, 1, 3, 4, 2,
  '[{"id": "r"}]', false, 1, null, '[{"amount": 0.1}]', false, 'WRONG', 'DISCOUNT_MISSING', null, now(), null from account;
insert into reported_bill select tenant_id, id::text, '2026-01-31', id, E'c\\t"', id, now(), 'EUR', 9007199254740993, 500, null, 'MONTH',
  1, 500 from account;
insert into processor_effect select tenant_id, 'REFUND', id::text, 't', 500, 'EUR', 'DONE', 'r', now(), now() from account;
insert into credit_reservation select tenant_id, id, id, 's', 1, '2026-01-31', now(), 'EUR', 0, '[{"amount": 0.1}]', 0, true, 0,
  null, now()
  from account where external_id = (select max(external_id) from account);
insert into event_feed select tenant_id, 9007199254740993, 1 from program on conflict do nothing;
insert into published_event select tenant_id, 9007199254740993, id, 'test', 'TEST_REQUESTED', null,
  '{"message": "\\u00e9"}', now(), now() from account where external_id = (select max(external_id) from account);
select app.open_click_months(now() - interval '399 days');
insert into processor_payment select tenant_id, id::text, id, 'EUR', now(), 9007199254740993, 0, 1, 0, 0, 1, now(), id from account;
insert into payment_reversal select tenant_id, id, 'REFUND', 'h', 500, 'EUR', now(), 'NONE', now(), 'p' from account;
insert into friend_payment select tenant_id, id, id, id::text, true, now(), 'EUR', 9007199254740993, 1, false, 1, null, id, id, 4, 3, 2, 1, now(), now()
  from account;
insert into statistic_generation select tenant_id, 1, 'Asia/Kathmandu', 'CURRENT', false, null, id, '", {}', now()
  from account where external_id = (select max(external_id) from account) on conflict do nothing;
insert into statistic_count select tenant_id, 1, 'DAY', '2026-01-31', 'GRANT', 'CREDIT "é', -9007199254740993 from program on conflict do nothing;
insert into statistic_referrer select tenant_id, 1, id, 'ALL', '', 9007199254740993, 1, 2, 3, 4 from account_user on conflict do nothing;
insert into statistic_click select tenant_id, now(), id, 'email', 9007199254740993, 1 from account_user on conflict do nothing;
insert into statistic_flag select tenant_id, id, 'SAME_EMAIL', true, now(), 'PENDING', 'NOT_DECIDED' from account_user on conflict do nothing;
insert into fraud_simulation select tenant_id, id, '{"é": [9007199254740993]}', 'DONE', id, id, '{}', now(), now() from account_user on conflict do nothing;
insert into evidence_key select tenant_id, id, id, 'card', id, now(), now(), 0 from account on conflict do nothing;
insert into former_code select tenant_id, 'é "{', id, true, now() from account_user on conflict do nothing;
insert into account_identity select tenant_id, id, id from account on conflict do nothing;
insert into public_click select tenant_id, id, id from account_user;
insert into statistic_visitor select tenant_id, '2026-01-31', id from account_user on conflict do nothing;
insert into mail select tenant_id, id, 'REWARD_EARNED', id, now(), id, null, null, id, 'FAILED', 'REFUSED', 550, 3, now(), now(), now()
  from account;
insert into mail_sweep select tenant_id, 'infinity' from program;
insert into mail_unsubscribe select tenant_id, '\\x00ff5c', 'ALL', now() from program;
insert into invitation select tenant_id, id, id, id, 'a@example.com', '\\x00ff5c', now() from account_user;
insert into invited_address select tenant_id, '\\x00ff5c', gen_random_uuid(), now() from program;
insert into webhook_attempt select tenant_id, id, id, now(), 15000, null, 'TIMED_OUT', E'POST\n{"a": "\u00e9"}', E'a\nb'
  from account;
insert into job select tenant_id, id, 'KIND', id::text, 'RUNNING', now(), now(), id, now(), 1, 'Error: no', null from account;
insert into click select tenant_id, now() - interval '399 days', id, id, 'email', id from account_user;
insert into staff_two_factor select id, id, E'a\nb', 'codes', true, 2, now() from staff;
insert into staff_passkey select id, id, null, 'key', id::text, 9007199254740993, 'multiDevice', true, null, null, now() from staff;
insert into staff_assistant select s.id, s.id, t.id, 'https://client.example/é', E'a\n"b"', true, 'cursor://back', '\\x00ff', 'c', '\\x01',
  now(), '\\x02', null, now(), 'infinity' from staff s cross join lateral (select id from tenant limit 1) as t limit 1;
insert into staff_assistant_write select id, id, 'give_reward', '{"é": [9007199254740993]}', 'WAITING', null, now(), null, 'infinity'
  from staff_assistant`
