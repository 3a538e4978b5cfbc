import type { TenantId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { createLogger } from '../engine/logging/logger.ts'
import { Context, type ContextOptions } from '../frame/context.ts'
import { createServiceApp } from '../routes/service-app.ts'
import { startTestService } from '../testing/test-service.ts'
import { runExports } from './exports/run-exports.ts'

const { ctx, live, test: mode } = await startTestService()
const KIB = 1024
const never = new AbortController().signal

/** The service with other limits, or another disk, on the same database. */
function service(changed: Partial<ContextOptions>) {
  const { clock, db, ids, secretBox, baseUrl } = ctx
  const limited = new Context({ clock, db, ids, secretBox, baseUrl, ...changed })
  const app = createServiceApp(limited, {
    logger: createLogger('silent'),
    isWorker: false,
    rateLimits: null,
    ready: async () => ({}),
    runCustomer: async () => 'NOT_FINISHED',
  })
  const send = async (tenant: typeof live, path: string, type: string, payload: string) => {
    const authorization = `Basic ${Buffer.from(`${tenant.apiKey}:`).toString('base64')}`
    const url = `/api/v1/${tenant.alias}/${path}`
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: { authorization, 'content-type': type },
      payload,
    })
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
  }
  return {
    ctx: limited,
    upload: (tenant: typeof live, bytes: number) => {
      const row = 'ada,user,ada@example.com\n'
      const head = 'accountId,id,email\n'
      return send(tenant, 'imports?kind=users', 'text/csv', head + row.repeat(Math.ceil(bytes / row.length)))
    },
    exportAll: (tenant: typeof live, kind: string) =>
      send(tenant, 'exports', 'application/json', JSON.stringify({ kind, format: 'csv' })),
  }
}

const stored = async (table: string, tenant: typeof live) => {
  const text = `select count(*)::int4 as count from app.${table} where tenant_id = $1`
  const rows = await ctx.readTenant(tenant.alias as TenantId, (tx) =>
    tx.rows<{ count: number }>({ name: '', text }, []),
  )
  return rows[0]?.count
}

test('files of a tenant beyond its room are refused and leave nothing, and another tenant has its own', async () => {
  const { upload, exportAll } = service({ limits: { fileBytesOfTenant: 100 * KIB } })
  expect((await upload(live, 60 * KIB)).status).toBe(202)
  const refused = await upload(live, 60 * KIB)
  expect(refused).toMatchObject({ status: 409, body: { apiErrorCode: 'FILE_SPACE_EXHAUSTED' } })
  expect(await stored('import_upload', live)).toBe(1)
  expect((await upload(mode, 60 * KIB)).status).toBe(202)
  // The first file takes as much as it announced; there is still room for the beginning of an export.
  expect((await exportAll(live, 'users')).status).toBe(202)
  const small = service({ limits: { fileBytesOfTenant: 60 * KIB } })
  expect(await small.exportAll(live, 'events')).toMatchObject({ status: 409 })
})

test('an export that exceeds the room of its tenant is given up', async () => {
  const small = service({ limits: { fileBytesOfTenant: 10 * KIB } })
  const { ctx: limited } = small
  expect(await stored('export', live)).toBe(1)
  await runExports(limited, live.alias as TenantId, { attempt: 1, signal: never })
  const text = 'select state from app.export where tenant_id = $1'
  const rows = await ctx.readTenant(live.alias as TenantId, (tx) => tx.rows({ name: '', text }, []))
  expect(rows).toEqual([{ state: 'FAILED' }])
})

test('below a tenth of free disk, no file is taken or written, with Retry-After, and above it they are', async () => {
  let freeBytes = 99
  const diskSpace = async () => ({ freeBytes, totalBytes: 1000 })
  const { ctx: limited, upload, exportAll } = service({ diskSpace })
  for (const answer of [await upload(mode, KIB), await exportAll(mode, 'rewards')]) {
    expect(answer).toMatchObject({ status: 503, body: { apiErrorCode: 'SERVICE_UNAVAILABLE' } })
    expect(answer.body.message).toMatch('disk of the service is nearly full')
    expect(answer.headers['retry-after']).toBe('600')
  }
  freeBytes = 100
  expect((await exportAll(mode, 'rewards')).status).toBe(202)
  freeBytes = 99
  const rest = await runExports(limited, mode.alias as TenantId, { attempt: 1, signal: never })
  expect(rest?.again).toBeGreaterThan(limited.clock.now())
  freeBytes = 100
  await runExports(limited, mode.alias as TenantId, { attempt: 1, signal: never })
  const text = "select count(*)::int4 as count from app.export where tenant_id = $1 and state = 'DONE'"
  const rows = await ctx.readTenant(mode.alias as TenantId, (tx) => tx.rows({ name: '', text }, []))
  expect(rows).toEqual([{ count: 1 }])
})
