import { randomUUID } from 'node:crypto'
import type { TenantId } from '@goodword/domain/ids'
import { afterAll, expect, inject, test } from 'vitest'
import { openDatabase } from '../../../store/driver/database.ts'
import { migrate } from '../../../store/schema/migrate.ts'
import { createDatabase, dropDatabase } from '../../../testing/database/database-server.ts'
import { testContext } from '../../../testing/test-context.ts'
import { START } from '../../../testing/test-tenant.ts'
import { verifyAudit } from './verify-audit.ts'

const name = `chain_${randomUUID().replaceAll('-', '')}`
const server = inject('databaseServer')
await createDatabase(server, name, 'empty')
const owner = openDatabase({ ...server, database: name }, 'owner', 2)
afterAll(async () => {
  await owner.close()
  await dropDatabase(server, name)
})

type Row = { tenant_id: string; number: string; sequence: number }

test('entries of earlier releases become chains, in their order', async () => {
  await migrate(owner, { to: '0041_audit' })
  const text = `insert into app.audit_entry (tenant_id, id, actor, action, details, created_at)
    select t, format('019c13ec-9e00-7000-854b-%s', lpad(n::text, 12, '0'))::uuid, 'operator "é"', 'program.set',
      jsonb_build_object('number', n, 'text', E'a\nb'), '2026-03-01T12:00:00.123456Z'
    from unnest(array['acme', 'test_acme']) as t, generate_series(3, 1, -1) as n`
  await owner.query({ name: '', text }, [])
  await migrate(owner)
  const order = `select tenant_id, details ->> 'number' as number, sequence from app.audit_entry order by 1, 3`
  const rows = await owner.query<Row>({ name: '', text: order }, [])
  expect(rows.map((it) => `${it.tenant_id} ${it.number} ${it.sequence}`)).toEqual(
    ['acme', 'test_acme'].flatMap((tenant) => ['1 1', '2 2', '3 3'].map((it) => `${tenant} ${it}`)),
  )
  const ctx = testContext(owner, { now: () => START })
  for (const tenantId of ['acme', 'test_acme'] as TenantId[]) {
    const verified = await verifyAudit(ctx, tenantId)
    expect(verified).toMatchObject({ ok: true, checked: 3, newest: { sequence: 3 }, outsideOfChain: 0 })
  }
})
