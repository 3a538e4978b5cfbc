import { receiveImport } from '@goodword/server/operations/files/imports/receive-import'
import { runImports } from '@goodword/server/operations/files/imports/run-imports'
import { createTestDatabase } from '@goodword/server/testing/test-database'
import { makeTestTenant } from '@goodword/server/testing/test-tenant'
import { afterAll, expect, test } from 'vitest'
import { openConnections, rowsOf } from '../dataset/connections.ts'
import { insertBare, writtenRows } from './bare-rows.ts'
import { fileOf, importCases } from './import-cases.ts'

const db = await createTestDatabase()
const owner = openConnections(db.address)
// The database is dropped with its connections.
owner.on('error', () => undefined)
afterAll(() => owner.end())

const ROWS = 40
const withoutRows = new Set(['the same users again', 'the same referrals again', 'rows that are rejected'])

test('every file is imported as its name says, and the ceiling inserts as many rows as it wrote', async () => {
  const { ctx, id: tenantId, clock } = await makeTestTenant(db, 'imports')
  clock.now = Date.now()
  for (const [index, it] of importCases.entries()) {
    const request = {
      kind: it.kind,
      format: 'csv',
      mapping: null,
      dateFormat: null,
      isDryRun: false,
    } as const
    const [first] = await rowsOf<{ xid: string }>(owner, 'select pg_current_xact_id()::text as xid')
    await receiveImport(ctx, tenantId, request, fileOf(it, ROWS, clock.now))
    expect(await runImports(ctx, tenantId, new AbortController().signal)).toBe(false)
    const written = await writtenRows(owner, tenantId, first?.xid ?? '')
    const rows = written.reduce((sum, { rows }) => sum + rows.length, 0)
    if (withoutRows.has(it.name)) {
      expect(rows, it.name).toBe(0)
      continue
    }
    expect(rows, it.name).toBeGreaterThanOrEqual(3 * ROWS)
    await insertBare(db.service, `ceiling_${index}`, written, 3)
    for (const { table, rows } of written) {
      const [found] = await rowsOf<{ count: string }>(
        owner,
        `select count(*) from ${table} where tenant_id = $1`,
        [`ceiling_${index}`],
      )
      expect(Number(found?.count), `${it.name}: ${table}`).toBe(rows.length)
    }
  }
})
