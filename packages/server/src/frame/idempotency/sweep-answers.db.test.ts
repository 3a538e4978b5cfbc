import type { TenantId } from '@goodword/domain/values/ids'
import { beforeEach, expect, test } from 'vitest'
import { createTenant } from '../../administration/tenants/create-tenant.ts'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { START } from '../../testing/test-tenant.ts'
import { claimRequest } from '../rows/idempotent-requests.ts'
import { answerOnce, KEPT_MS } from './idempotent-execution.ts'
import { sweepAnswers } from './sweep-answers.ts'

const { owner, service: db } = await createTestDatabase()
const clock = { now: () => START + KEPT_MS }
const ctx = testContext(db, clock)
const operator = testContext(owner, clock)
const { live, test: testMode } = await createTenant(operator, { alias: 'acme' })
const { live: other } = await createTenant(operator, { alias: 'other' })

const answer = { status: 200, body: '{}' }
const until = new AbortController().signal

beforeEach(async () => {
  await owner.query({ name: '', text: 'delete from app.idempotent_request' }, [])
})

async function answerAt(time: number, tenantId: TenantId, key: string) {
  await answerOnce(
    testContext(db, { now: () => time }),
    tenantId,
    { key, hash: Buffer.from(key) },
    async () => answer,
  )
}

async function kept() {
  const text = 'select tenant_id, key from app.idempotent_request order by 1, 2'
  const rows = await owner.query<{ tenant_id: string; key: string }>({ name: '', text }, [])
  return rows.map((row) => `${row.tenant_id} ${row.key}`)
}

test('rows that were kept for 30 days are deleted, of every tenant, and nothing younger', async () => {
  for (const { alias } of [live, testMode, other]) {
    await answerAt(START - 1, alias, 'older')
    await answerAt(START, alias, 'old')
    await answerAt(START + 1, alias, 'young')
  }
  await sweepAnswers(ctx, until)
  expect(await kept()).toEqual(['acme young', 'other young', 'test_acme young'])
})

test('rows beyond one batch are deleted as well', async () => {
  const text = `insert into app.idempotent_request
    select 'acme', 'key' || it, 'hash', $1::timestamptz, 200, '{}', $1 from generate_series(1, 1201) it`
  await owner.query({ name: '', text }, [new Date(START).toISOString()])
  await sweepAnswers(ctx, until)
  expect(await kept()).toEqual([])
})

test('a request in flight is kept, however old it is', async () => {
  await ctx.writeTenant(live.alias, (tx) =>
    claimRequest(
      tx,
      { key: 'running', leasedUntil: START + KEPT_MS + 1 },
      { hash: Buffer.from('it'), now: START, keptMs: KEPT_MS },
    ),
  )
  await sweepAnswers(ctx, until)
  expect(await kept()).toEqual(['acme running'])
})

test('the sweep deletes nothing more once it is to end', async () => {
  await answerAt(START, live.alias, 'old')
  await sweepAnswers(ctx, AbortSignal.abort())
  expect(await kept()).toEqual(['acme old'])
})
