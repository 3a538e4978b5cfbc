import { expect, test } from 'vitest'
import { createApiKey } from '../administration/keys/create-api-key.ts'
import { createTenant } from '../administration/tenants/create-tenant.ts'
import { givenConnectedTenant } from '../testing/processor/connected-tenant.ts'
import { startTestService } from '../testing/test-service.ts'

const service = await startTestService()
const { owner } = service
const DAY_MS = 86_400_000

type Keys = { readonly alias: string; readonly apiKey: string }
type Item = {
  readonly kind: string
  readonly count: number
  readonly isMore: boolean
  readonly message: string
}

async function itemsOf({ alias, apiKey: key }: Keys): Promise<readonly Item[]> {
  const { body } = await service.call('GET', '/attention', { alias, key })
  return body.items as Item[]
}

const run = (text: string, ...values: readonly unknown[]) => owner.query({ name: '', text }, [...values])

/** A row of each kind, and beside it one that needs no attention. */
async function addRows({ alias }: Keys): Promise<void> {
  const id = 'gen_random_uuid()'
  await run(
    `insert into app.processor_subscription (tenant_id, id, subscription_id, customer_id, account_id, is_live,
      came_with_discount, currency, expected_minor, actual_minor, is_listed, state, reason, checked_at,
      bill_count, price_minor, balance_minor, bills_from)
    select $1, ${id}, it.state, 'c', ${id}, true, false, 'EUR', 5, 0, true, it.state, it.reason, now(), 0, 0, 0, now()
    from (values ('FAILED', 'X'), ('WAITING', 'PAST_DUE'), ('PENDING', null)) as it (state, reason)`,
    alias,
  )
  await run(
    `insert into app.job (tenant_id, id, kind, subject, state, changed_at, attempts)
    select $1, ${id}, 'CUSTOMER', it.state, it.state, now(), 12 from (values ('FAILED'), ('READY')) as it (state)`,
    alias,
  )
  await run(
    `insert into app.webhook_receiver (tenant_id, id, url, types, includes_personal_data, disabled_reason, secret_box,
      failing_since, created_at)
    select $1, ${id}, it.url, '[]', false, it.reason, '\\x00', it.failing, now()
    from (values ('a', 'GONE', now()), ('b', 'FAILING', now()), ('c', 'MANUAL', null), ('d', null, now()), ('e', null, null))
      as it (url, reason, failing)`,
    alias,
  )
  await run(
    `insert into app.export (tenant_id, id, kind, format, state, walk, row_count, byte_count, created_at, expires_at)
    select $1, ${id}, 'users', 'csv', it.state, 0, 0, 0, now(), now() from (values ('FAILED'), ('DONE')) as it (state)`,
    alias,
  )
  await run(
    `insert into app.import (tenant_id, id, kind, format, request_hash, is_dry_run, state, byte_count, position_byte,
      position_line, column_names, row_count, created_count, updated_count, unchanged_count, rejected_count, error_count,
      failure, created_at, upload_began_at, finished_at)
    select $1, ${id}, 'users', 'csv', it.days::text, false, 'FAILED', 0, 0, 0, '[]', 0, 0, 0, 0, 0, 0, 'broken', now(), now(),
      $2::timestamptz - it.days * interval '1 day'
    from (values (6), (8)) as it (days)`,
    alias,
    new Date(service.clock.now).toISOString(),
  )
}

async function addKeys({ alias }: Keys): Promise<void> {
  for (const [days, usedDaysAgo] of [
    [13, 1],
    [15, 1],
    [13, 8],
    [-1, 1],
  ] as const) {
    const dateExpires = service.clock.now + Math.abs(days) * DAY_MS
    const { keyId } = await createApiKey(service.operator, {
      alias,
      scopes: ['read'],
      expiresAt: dateExpires,
    })
    await run(
      'update app.api_key set expires_at = $2, last_used_at = $3 where id = $1',
      keyId,
      new Date(service.clock.now + days * DAY_MS).toISOString(),
      new Date(service.clock.now - usedDaysAgo * DAY_MS).toISOString(),
    )
  }
}

test('a new program needs no attention', async () => {
  const { live } = await createTenant(service.operator, { alias: 'calm' })
  expect(await itemsOf(live)).toEqual([])
})

test('the endpoint names everything once, with how many there are, and counts nothing of another tenant', async () => {
  const { keys } = await givenConnectedTenant(service)
  await addRows(keys)
  await addKeys(keys)
  const code = String(
    (
      await service.call('POST', '/open/identify', {
        alias: keys.alias,
        body: { account_id: 'ann', user_id: 'ann' },
      })
    ).body.referralCode,
  )
  const friends = Array.from({ length: 3 }, (_, number) => `friend${number}`)
  for (const id of friends) {
    const body = { id, referral: { code } }
    await service.call('POST', '/accountsync', { alias: keys.alias, key: keys.apiKey, body })
  }
  const moderation = (set: string) => run(`update app.referral set ${set} where tenant_id = $1`, keys.alias)
  const counts = async () => (await itemsOf(keys)).map((it) => [it.kind, it.count])
  const others = [
    ['CONNECTION_INCOMPLETE', 1],
    ['DISCOUNTS_FAILED', 1],
    ['JOBS_FAILED', 1],
    ['WEBHOOKS_DISABLED', 2],
    ['WEBHOOKS_FAILING', 1],
  ]
  const last = [
    ['KEYS_EXPIRING', 1],
    ['IMPORTS_FAILED', 1],
    ['EXPORTS_FAILED', 1],
  ]
  await moderation("referred_moderation = 'DENIED', referrer_moderation = 'DENIED'")
  expect(await counts()).toEqual([...others, ...last])
  await moderation("referrer_moderation = 'PENDING'")
  expect(await counts()).toEqual([...others, ['REVIEW_WAITING', 3], ...last])

  await run(
    "update app.processor_connection set last_error_code = 'CREDENTIALS_REJECTED', last_error_message = 'x', last_error_at = now() where tenant_id = $1",
    keys.alias,
  )
  expect((await itemsOf(keys))[0]).toMatchObject({ kind: 'CONNECTION_BROKEN', count: 1 })

  await run(
    `insert into app.job (tenant_id, id, kind, subject, state, changed_at, attempts)
    select $1, gen_random_uuid(), 'CUSTOMER', n::text, 'FAILED', now(), 12 from generate_series(1, 150) as n`,
    keys.alias,
  )
  expect((await itemsOf(keys)).find((it) => it.kind === 'JOBS_FAILED')).toEqual({
    kind: 'JOBS_FAILED',
    count: 100,
    isMore: true,
    message: expect.stringMatching(/^More than 100 background jobs /),
  })
  expect(await itemsOf(service.live)).toEqual([])
})
