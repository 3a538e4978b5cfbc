import { describe, expect, test } from 'vitest'
import { runJobs } from '../testing/exported-files.ts'
import { startTestService } from '../testing/test-service.ts'

const service = await startTestService()
const { call, ctx, live, other } = service

const create = (body: unknown, options = {}) => call('POST', '/exports', { body, ...options })

describe('POST exports', () => {
  test('POST exports is 202 with the export, which is DONE when its job has run', async () => {
    const code = await service.addUser('ann')
    await service.addUser('bob', { referral_code: code, account_status: 'PAID' })
    const { status, body } = await create({ kind: 'referrals', format: 'ndjson' })
    expect(status).toBe(202)
    const unfinished = { rows: 0, bytes: 0, downloadUrl: null, dateExpires: null }
    expect(body).toEqual({
      ...unfinished,
      id: expect.any(String),
      kind: 'referrals',
      format: 'ndjson',
      from: null,
      to: null,
      state: 'PENDING',
      dateCreated: service.clock.now,
    })
    await runJobs(ctx, live.alias)
    const read = await call('GET', `/exports/${body.id}`)
    expect(read.body).toEqual({
      ...body,
      state: 'DONE',
      rows: 1,
      bytes: expect.any(Number),
      downloadUrl: expect.stringMatching(/^https:/),
      dateExpires: service.clock.now + 7 * 86_400_000,
    })
    const { pathname, search } = new URL(String(read.body.downloadUrl))
    const { payload } = await service.app.inject(`${pathname}${search}`)
    const { body: feed } = await call('GET', '/events?type=export.completed')
    expect(feed.events).toMatchObject([{ type: 'export.completed', data: { id: body.id } }])
    const { body: referrals } = await call('GET', '/referrals')
    // The amount at stake and the related referrals change with time, so only the list has them.
    const [listed] = (referrals.referrals as Readonly<Record<string, unknown>>[]).map(
      ({ amountAtStake: _amount, othersInCluster: _others, ...it }) => it,
    )
    expect(JSON.parse(payload)).toEqual({ ...listed, dateUnconfirmed: service.clock.now })
  })

  test('the same request is answered with the same export while it is not finished', async () => {
    const first = await create({ kind: 'rewards', format: 'csv' })
    expect((await create({ kind: 'rewards', format: 'csv', from: null })).body).toEqual(first.body)
    expect((await create({ kind: 'rewards', format: 'ndjson' })).body.id).not.toBe(first.body.id)
    expect((await create({ kind: 'rewards', format: 'csv', from: 1 })).body.id).not.toBe(first.body.id)
    await runJobs(ctx, live.alias)
    expect((await create({ kind: 'rewards', format: 'csv' })).body.id).not.toBe(first.body.id)
  })

  test.each([
    ['kind', { format: 'csv' }],
    ['kind', { kind: 'accounts', format: 'csv' }],
    ['format', { kind: 'users' }],
    ['format', { kind: 'users', format: 'xlsx' }],
    ['from', { kind: 'users', format: 'csv', from: '2026-01-01' }],
    ['from', { kind: 'users', format: 'csv', from: -1 }],
    ['to', { kind: 'users', format: 'csv', to: 1.5 }],
    ['to', { kind: 'users', format: 'csv', from: 2, to: 1 }],
  ])('a wrong %s is 400 and stores nothing: %j', async (param, body) => {
    const before = await service.rows()
    expect((await create(body)).body).toMatchObject({ statusCode: 400, param })
    expect(await service.rows()).toEqual(before)
  })

  test('POST exports needs the scope admin', async () => {
    const { apiKey: key } = await service.newKey(['read', 'write', 'money'])
    expect((await create({ kind: 'users', format: 'csv' }, { key })).status).toBe(403)
    expect((await call('GET', '/exports', { key })).status).toBe(403)
  })
})

describe('GET exports', () => {
  test('GET exports lists the newest first, of this tenant alone', async () => {
    const kinds = ['users', 'events', 'clicks']
    for (const kind of kinds) {
      service.clock.now += 1
      await create({ kind, format: 'csv', from: 7 })
    }
    const { body } = await call('GET', '/exports?limit=3')
    expect((body.exports as { kind: string }[]).map(({ kind }) => kind)).toEqual(kinds.toReversed())
    expect(body.nextCursor).not.toBeNull()
    const theirs = await call('GET', '/exports', { alias: other.alias, key: other.apiKey })
    expect(theirs.body).toEqual({ count: 0, totalCount: 0, nextCursor: null, exports: [] })
  })

  test.each(['x', '%0A', '019c13ec-9e00-7000-854b-b3ee23565fa4'])('%s is no export', async (id) => {
    expect((await call('GET', `/exports/${id}`)).body).toMatchObject({
      statusCode: 404,
      apiErrorCode: 'EXPORT_NOT_FOUND',
      param: 'exportId',
      message: 'There is no export with this ID. It may have expired.',
    })
  })

  test('an export of another tenant is not found', async () => {
    const { body } = await create({ kind: 'users', format: 'csv', from: 9 })
    const found = await call('GET', `/exports/${body.id}`, { alias: other.alias, key: other.apiKey })
    expect(found.body).toMatchObject({ apiErrorCode: 'EXPORT_NOT_FOUND' })
  })
})
