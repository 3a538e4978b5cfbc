import type { TenantId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { jobHandlers } from '../../../jobs/handlers.ts'
import { drainErasures } from '../../../testing/erasure/drain-erasures.ts'
import { makeImporter } from '../../../testing/imports/importer.ts'
import { BASE_URL, startTestService } from '../../../testing/test-service.ts'
import { testRunner } from '../../../testing/test-worker.ts'
import { cleanImports, KEPT_MS } from '../clean-imports.ts'

const service = await startTestService()
const { app, call, clock, ctx, live, owner, other, test: testMode } = service
const importer = makeImporter(service)
const { runner } = testRunner(ctx, async () => null, { handlers: jobHandlers })

type Rejected = { downloadUrl: string | null; rows: number; rejected: number; dateExpires: number | null }

async function rejectedOf(id: unknown): Promise<Rejected> {
  const { status, body } = await call('GET', `/imports/${id}/rejected`)
  expect(status).toBe(200)
  return body as Rejected
}

function get(url: string | null, headers = {}) {
  if (url === null) throw new Error('no rejected rows are kept')
  return app.inject({ method: 'GET', url: url.slice(BASE_URL.length), headers })
}

/** The file of rejected rows of an import. */
async function fileOf(id: unknown): Promise<string> {
  const { downloadUrl } = await rejectedOf(id)
  const { statusCode, payload } = await get(downloadUrl)
  expect(statusCode).toBe(200)
  return payload
}

const parts = () => owner.query({ name: '', text: 'select 1 from app.export_part' }, [])

test('a file is imported, its rejected rows are corrected and sent as they are, and every row is in once', async () => {
  const file = [
    '\ufeffReferrer;accountId;unit;amount;dateExpires;Note',
    ...['ada', 'bob', 'eve'].map((it) => `${it};acct_${it};EUR;500;31.12.2099;"a ""b""; c"`),
    'dora;acct_dora;EUR;-1;31.12.2099;=HYPERLINK(1)',
    'carl;acct_carl;EUR;7;31.02.2099;" two\nlines "',
    '',
  ].join('\r\n')
  for (const it of ['ada', 'bob', 'carl', 'dora']) await service.addUser(`acct_${it}`)
  const dates = '&dateFormat=DD.MM.YYYY'
  const first = await importer.run('balances', file, dates)
  expect(first).toMatchObject({ created: 2, rejected: 3 })
  expect(await rejectedOf(first.id)).toMatchObject({ rows: 3, rejected: 3 })
  const rejected = await fileOf(first.id)
  expect(rejected.split('\r\n')).toEqual([
    '\ufeffReferrer;accountId;unit;amount;dateExpires;Note;rejectedBecause',
    'eve;acct_eve;EUR;500;31.12.2099;"a ""b""; c";No account has this ID. Import its users first.',
    expect.stringMatching(/^dora;acct_dora;EUR;'-1;31\.12\.2099;'=HYPERLINK\(1\);"""amount"" must be /),
    expect.stringMatching(/^carl;acct_carl;EUR;7;31\.02\.2099;" two\nlines ";"""dateExpires"" must be /),
    '',
  ])

  // One of them is mended, and the others are in a file of the same form.
  const second = await importer.run('balances', rejected.replace("EUR;'-1", 'EUR;1'), dates)
  expect(second).toMatchObject({ created: 1, rejected: 2, ignoredColumns: ['Referrer', 'Note'] })
  const left = await fileOf(second.id)
  expect(left).toBe(
    rejected
      .split('\r\n')
      .filter((it) => !it.startsWith('dora'))
      .join('\r\n'),
  )

  await service.addUser('acct_eve')
  const third = await importer.run('balances', left.replace('31.02.', '28.02.'), dates)
  expect(third).toMatchObject({ created: 2, unchanged: 0, rejected: 0 })
  expect(await rejectedOf(third.id)).toEqual({ downloadUrl: null, rows: 0, rejected: 0, dateExpires: null })
  const whole = file.replace('-1', '1').replace('31.02.', '28.02.')
  expect(await importer.run('balances', whole, dates)).toMatchObject({
    created: 0,
    unchanged: 5,
    rejected: 0,
  })
  const { body } = await call('GET', '/account/acct_dora/reward')
  expect(body.credits).toEqual([{ unit: 'EUR', available: 1 }])
})

test('rejected rows of NDJSON and of a dry run are kept with their reasons', async () => {
  const rows = [
    { accountId: 'json_1', id: 'u', email: 'json@example.com', more: { deep: [1] } },
    { accountId: 'json_2', id: 'u', email: 'no address', more: { deep: [2] } },
  ]
  const file = [...rows.map((it) => JSON.stringify(it)), '{"accountId":', ''].join('\n')
  const type = 'application/x-ndjson'
  const checked = await importer.run('users', file, '&dryRun=true', { type })
  expect(checked).toMatchObject({ created: 1, rejected: 2 })
  const [line, malformed, end] = (await fileOf(checked.id)).split('\n')
  expect(JSON.parse(line ?? '')).toEqual({ ...rows[1], rejectedBecause: expect.stringContaining('e-mail') })
  expect([malformed, end]).toEqual(['{"accountId":', ''])
  const mended = (line ?? '').replace('no address', 'mended@example.com')
  expect(await importer.run('users', mended, '', { type })).toMatchObject({
    ...{ created: 1, rejected: 0, ignoredColumns: ['more'] },
  })
})

test('a row that is wrong in its form stays within its record, and one that is too long is not kept', async () => {
  const file = ['accountId,id', 'a,b,c', 'x"y",z', `"${'long '.repeat(20_000)}`, 'last', ''].join('\n')
  const { id } = await importer.run('users', file)
  expect(await rejectedOf(id)).toMatchObject({ rows: 3, rejected: 4 })
  expect((await fileOf(id)).split('\r\n').map((it) => it.slice(0, 8))).toEqual([
    ...['\ufeffaccount', 'a,b,c,"T', 'x"y",z,"', 'last,"Th', ''],
  ])
})

test('no more rejected rows are kept than have room, and the answer says how many', async () => {
  const wide = (index: number) => `acct_wide_${index},u,${'x'.repeat(60_000)}`
  const file = ['accountId,id,email', ...Array.from({ length: 200 }, (_, index) => wide(index)), ''].join(
    '\n',
  )
  const { id } = await importer.run('users', file)
  const { rows, rejected, downloadUrl } = await rejectedOf(id)
  expect(rejected).toBe(200)
  expect(rows).toBeGreaterThan(100)
  expect(rows).toBeLessThan(160)
  const { payload } = await get(downloadUrl)
  expect(payload.split('\r\n')).toHaveLength(rows + 2)
  const part = await get(downloadUrl, { range: 'bytes=700000-1300000' })
  expect(part).toMatchObject({ statusCode: 206, payload: payload.slice(699_998, 1_299_999) })
})

test('a file is for those who may read the errors, its URL for an hour, and both are audited', async () => {
  const { id } = await importer.run('users', 'accountId,id,email\nacct_audit,u,wrong\n')
  const path = `/imports/${id}/rejected`
  expect((await app.inject({ method: 'GET', url: `/api/v1/${live.alias}${path}` })).statusCode).toBe(401)
  expect((await call('GET', path, { alias: testMode.alias, key: testMode.apiKey })).status).toBe(404)
  expect((await call('GET', path, { alias: other.alias, key: other.apiKey })).status).toBe(404)
  expect((await call('GET', path, { key: testMode.apiKey })).status).toBe(401)
  expect((await call('GET', '/imports/none/rejected')).body).toMatchObject({
    apiErrorCode: 'IMPORT_NOT_FOUND',
  })

  const { downloadUrl, dateExpires } = await rejectedOf(id)
  expect(dateExpires).toBe(clock.now + 3_600_000)
  const url = downloadUrl ?? ''
  const { statusCode, headers } = await get(url)
  expect([statusCode, headers['content-disposition'], headers['cache-control']]).toEqual([
    ...[200, expect.stringMatching(/^attachment; filename="acme-rejected-users-[\d-]+\.csv"$/), 'no-store'],
  ])
  for (const wrong of [
    url.replace(/.$/, (it) => (it === 'A' ? 'B' : 'A')),
    url.replace(/expires=\d+/, (it) => `${it}0`),
    url.replace(`/${live.alias}/`, `/${other.alias}/`),
    // Signed for rejected rows, and for nothing else.
    url.replace('/imports/', '/exports/').replace('/rejected', ''),
  ]) {
    expect((await get(wrong)).statusCode).toBe(404)
  }
  const { body } = await call('GET', '/audit?limit=100')
  const entries = body.entries as { action: string; actor: string }[]
  const noted = entries
    .filter((it) => JSON.stringify(it).includes(String(id)))
    .map((it) => `${it.actor} ${it.action}`)
  expect(noted).toEqual(['signed link import.download-rejected', expect.stringMatching(/ readRejectedRows$/)])

  clock.now += 3_600_000
  expect((await get(url)).statusCode).toBe(404)
  expect((await get((await rejectedOf(id)).downloadUrl)).statusCode).toBe(200)
})

test('I15: after an erasure no rejected row of a file that was there before can be read, and none that names the person is kept', async () => {
  const tenantId = live.alias as TenantId
  const erase = async (account: string) => {
    clock.now += 1
    expect((await call('DELETE', `/account/${account}/user/${account}_user`)).status).toBe(200)
  }
  await service.addUser('erasa')
  await service.addUser('stayer')
  const { body } = await call('POST', '/user', { body: { accountId: 'stayer', id: 'erasb' } })
  expect(body).toMatchObject({ id: 'erasb' })
  const file = 'accountId,id,email\nerasa,erasa_user,wrong of erasa\n'
  const before = await importer.run('users', file)
  const { body: late } = await importer.send('users', `${file}other,other,wrong\n`)
  const { downloadUrl } = await rejectedOf(before.id)
  await erase('erasa')
  expect((await get(downloadUrl)).statusCode).toBe(404)
  expect(await rejectedOf(before.id)).toMatchObject({ downloadUrl: null, rows: 0, rejected: 1 })
  await importer.work()
  await drainErasures(service, runner, tenantId)
  expect(await parts()).toEqual([])
  expect(await rejectedOf(late.id)).toMatchObject({ downloadUrl: null, rows: 0, rejected: 2 })

  clock.now += 1
  await call('DELETE', '/account/stayer/user/erasb')
  clock.now += 1
  const again = await importer.run('users', `${file}stayer,erasb,wrong of erasb\nstayer,new,wrong\n`)
  expect(await rejectedOf(again.id)).toMatchObject({ rows: 1, rejected: 3 })
  expect(await fileOf(again.id)).toContain('stayer,new,wrong,')
  // The second look of the earlier erasures leaves alone what came after them.
  await drainErasures(service, runner, tenantId)
  expect(await rejectedOf(again.id)).toMatchObject({ rows: 1 })
})

test('rejected rows go with their import after 30 days', async () => {
  const { id } = await importer.run('users', 'accountId,id,email\nacct_old,u,wrong\n')
  expect(await parts()).not.toEqual([])
  clock.now += KEPT_MS
  await cleanImports(ctx, live.alias as TenantId, new AbortController().signal)
  expect(await parts()).toEqual([])
  expect((await call('GET', `/imports/${id}/rejected`)).status).toBe(404)
})
