import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { switchTenant } from '../../administration/tenants/switch-tenant.ts'
import { runJobs } from '../../testing/exported-files.ts'
import { BASE_URL, startTestService } from '../../testing/test-service.ts'
import { createExport } from '../exports/create-export.ts'
import { expireExports } from '../exports/expire-exports.ts'

const service = await startTestService()
const { app, ctx, owner, live, test: testMode, other } = service
const all = { from: null, to: null }
const address = await app.listen({ port: 0, host: '127.0.0.1' })

let url = ''
let whole = ''

beforeAll(async () => {
  for (const name of ['ann', 'Zoë', '=1+1']) await service.addUser(name)
  url = await newUrl()
  whole = (await request(url)).payload
})

/** Exports the users of the live tenant, and returns the path and query of the file. */
async function newUrl(alias = live.alias, key = live.apiKey): Promise<string> {
  service.clock.now += 1
  const body = { kind: 'users', format: 'csv', from: 0, to: service.clock.now }
  const created = await service.call('POST', '/exports', { alias, key, body })
  await runJobs(ctx, alias)
  const { body: found } = await service.call('GET', `/exports/${created.body.id}`, { alias, key })
  expect(found).toMatchObject({ state: 'DONE' })
  expect(String(found.downloadUrl).startsWith(`${BASE_URL}/exports/${alias}/`)).toBe(true)
  return String(found.downloadUrl).slice(BASE_URL.length)
}

function request(path: string, headers = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') {
  return app.inject({ method, url: path, headers })
}

/** The URL with one of its parts changed. */
function changed(name: 'alias' | 'id' | 'expires' | 'signature', value: string): string {
  const found = new URL(url, BASE_URL)
  const [, , alias = '', id = ''] = found.pathname.split('/')
  const parts = {
    alias,
    id,
    expires: found.searchParams.get('expires') ?? '',
    signature: found.searchParams.get('signature') ?? '',
    [name]: value,
  }
  return `/exports/${parts.alias}/${parts.id}?expires=${parts.expires}&signature=${parts.signature}`
}

describe('the URL of a file', () => {
  test('the URL of a file returns the file without a key, as an attachment that is not cached', async () => {
    const { statusCode, headers, payload, rawPayload } = await request(url)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-length': `${rawPayload.length}`,
      'content-disposition': 'attachment; filename="acme-users-2026-01-31.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'accept-ranges': 'bytes',
    })
    const [header, ...lines] = payload.split('\r\n')
    expect(header).toBe(
      '\ufeffaccountId,id,email,firstName,lastName,locale,referralCode,shareLink,dateCreated,dateBlocked,blockReason,dateClosed,dateCodeDisabled,dateCodeExpires,furtherCodes,formerCodes',
    )
    expect(lines.map((line) => line.split(',', 2).join(','))).toEqual([
      'ann,ann_user',
      'Zoë,Zoë_user',
      "'=1+1,'=1+1_user",
      '',
    ])
  })

  test('the URL of a file answers HEAD without the content', async () => {
    const [{ headers: expected }, head] = [await request(url), await request(url, {}, 'HEAD')]
    expect([head.statusCode, head.payload]).toEqual([200, ''])
    for (const name of ['content-length', 'content-type', 'content-disposition', 'etag']) {
      expect(head.headers[name]).toBe(expected[name])
    }
  })

  test.each([
    ['alias', 'other'],
    ['alias', 'test_acme'],
    ['alias', 'no one'],
    ['alias', '..%2facme'],
    ['id', '019c13ec-9e00-7000-854b-b3ee23565fa4'],
    ['id', 'x'],
    ['expires', '0'],
    ['expires', '9999999999999'],
    ['expires', '1e99'],
    ['expires', ''],
    ['signature', ''],
    ['signature', 'A'.repeat(43)],
    ['signature', 'é'.repeat(43)],
    ['signature', 'x&signature=y'],
    ['signature', '%zz'],
  ] as const)('the URL of a file with another %s (%s) is like an unknown page', async (name, value) => {
    const { statusCode, payload, headers } = await request(changed(name, value))
    const unknown = await request('/exports/x/y/z')
    expect(statusCode).toBe(404)
    const { requestId: _, ...body } = JSON.parse(payload)
    const { requestId: __, ...expected } = JSON.parse(unknown.payload)
    expect(body).toEqual(expected)
    expect(headers['cache-control']).toBe('no-store')
  })

  test('each character of the signature counts', async () => {
    const signature = new URL(url, BASE_URL).searchParams.get('signature') ?? ''
    for (let at = 0; at < signature.length; at += 1) {
      // The last character has two bits that no decoder reads; it is compared as a text.
      const one = signature.charAt(at) === 'A' ? 'B' : 'A'
      const forged = signature.slice(0, at) + one + signature.slice(at + 1)
      expect((await request(changed('signature', forged))).statusCode).toBe(404)
    }
  })

  test('the URL does not open the file of another tenant or mode', async () => {
    const { pathname, search } = new URL(url, BASE_URL)
    for (const { alias, apiKey } of [testMode, other]) {
      const theirs = new URL(await newUrl(alias, apiKey), BASE_URL)
      const id = theirs.pathname.split('/').at(-1)
      expect((await request(`/exports/${alias}/${id}${search}`)).statusCode).toBe(404)
      expect((await request(`${pathname}${theirs.search}`)).statusCode).toBe(404)
      expect((await request(`/exports/${live.alias}/${id}${theirs.search}`)).statusCode).toBe(404)
    }
  })

  test('the URL of a file is 404 while the tenant is disabled', async () => {
    const theirs = await newUrl(other.alias, other.apiKey)
    expect((await request(theirs)).statusCode).toBe(200)
    await switchTenant(service.operator, other.alias, false)
    service.clock.now += 10_000
    expect((await request(theirs)).statusCode).toBe(404)
    await switchTenant(service.operator, other.alias, true)
  })

  test('the URL of a file takes GET and HEAD alone', async () => {
    const { statusCode, headers } = await request(url, {}, 'POST')
    expect([statusCode, headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

describe('a range', () => {
  test.each([
    ['bytes=0-9', 0, 10],
    ['bytes=5-', 5, Number.POSITIVE_INFINITY],
    ['bytes=-7', -7, Number.POSITIVE_INFINITY],
  ])('the range %s is answered with those bytes', async (range, start, end) => {
    const bytes = Buffer.from(whole)
    const expected = bytes.subarray(start, end)
    const { statusCode, headers, rawPayload } = await request(url, { range })
    expect(statusCode).toBe(206)
    expect(rawPayload).toEqual(expected)
    const from = start < 0 ? bytes.length + start : start
    expect(headers['content-range']).toBe(`bytes ${from}-${from + expected.length - 1}/${bytes.length}`)
    expect(headers['content-length']).toBe(`${expected.length}`)
  })

  test('a range behind the end is 416 and says how long the file is', async () => {
    const bytes = Buffer.byteLength(whole)
    const { statusCode, headers, payload } = await request(url, { range: `bytes=${bytes}-` })
    expect([statusCode, headers['content-range']]).toEqual([416, `bytes */${bytes}`])
    expect(JSON.parse(payload)).toMatchObject({ apiErrorCode: 'RANGE_NOT_SATISFIABLE' })
  })

  test('a range of one content is not put together with another one’s', async () => {
    const { headers } = await request(url)
    const same = await request(url, { range: 'bytes=5-', 'if-range': String(headers.etag) })
    expect(same.statusCode).toBe(206)
    const otherwise = await request(url, { range: 'bytes=5-', 'if-range': '"other"' })
    expect([otherwise.statusCode, otherwise.payload]).toEqual([200, whole])
  })
})

describe('a file that is gone', () => {
  test('the URL of a file is 404 after seven days, and its job deletes it', async () => {
    const path = await newUrl()
    const start = service.clock.now
    service.clock.now += 7 * 86_400_000 - 1
    expect((await request(path)).statusCode).toBe(200)
    service.clock.now += 1
    expect((await request(path)).statusCode).toBe(404)
    await runJobs(ctx, live.alias)
    expect((await request(path)).statusCode).toBe(404)
    service.clock.now = start
    url = await newUrl()
  })

  test('a file is 404 and deleted once a person was erased, and a new file has nothing of the person', async () => {
    const person = { accountId: 'gone', id: 'gone_user', email: 'gone@example.com' }
    await service.call('POST', '/user', { body: person })
    const path = await newUrl()
    expect((await request(path)).payload).toContain('gone@example.com')
    await service.call('DELETE', '/account/gone/user/gone_user')
    await runJobs(ctx, live.alias)
    expect((await request(path)).statusCode).toBe(404)
    expect(
      await owner.query({ name: '', text: 'select from app.export_part where tenant_id = $1' }, [live.alias]),
    ).toEqual([])
    const { payload } = await request(await newUrl())
    expect(payload).toContain('ann_user')
    expect(payload).not.toMatch(/gone/)
  })
})

describe('a large file', () => {
  const PARTS = 64
  const PART_BYTES = 1024 * 1024

  /** Replaces the content of a file by parts of blanks; they are small when they are compressed. */
  async function largeFile(): Promise<string> {
    const path = await newUrl()
    const id = new URL(path, BASE_URL).pathname.split('/').at(-1)
    await owner.query({ name: '', text: 'delete from app.export_part where export_id = $1' }, [id])
    await owner.query({ name: '', text: 'update app.export set byte_count = $2 where id = $1' }, [
      id,
      PARTS * PART_BYTES,
    ])
    const text = `insert into app.export_part select $1, $2, 0, i * ${PART_BYTES}, ${PART_BYTES}, $3
      from generate_series(0, ${PARTS - 1}) i`
    await owner.query({ name: '', text }, [live.alias, id, gzipSync(Buffer.alloc(PART_BYTES, ' '))])
    return path
  }

  test('a large file is read no further than its client reads, and holds no connection meanwhile', async () => {
    const path = await largeFile()
    const another = await service.anotherProcess()
    const reads = vi.spyOn(ctx, 'readTenant')
    const [answer] = (await once(get(`${address}${path}`), 'response')) as [IncomingMessage]
    await once(answer, 'readable')
    // The process waits for its client: while another one answers requests, it reads nothing.
    await vi.waitFor(
      async () => {
        const before = reads.mock.calls.length
        for (let times = 0; times < 5; times += 1) await another('GET', '/program')
        expect(reads.mock.calls.length).toBe(before)
        expect(ctx.db.pool.totalCount - ctx.db.pool.idleCount).toBe(0)
      },
      { timeout: 120_000 },
    )
    expect(reads.mock.calls.length).toBeLessThan(PARTS / 2)
    let received = 0
    for await (const chunk of answer) received += chunk.length
    expect(received).toBe(PARTS * PART_BYTES)
    expect(reads.mock.calls.length).toBeGreaterThanOrEqual(PARTS)
    reads.mockRestore()
  })

  test('a large file is given to eight clients at a time, and to the next when one of them is gone', async () => {
    const path = await largeFile()
    const open = async () => {
      const [answer] = (await once(get(`${address}${path}`), 'response')) as [IncomingMessage]
      return answer
    }
    const answers = await Promise.all(Array.from({ length: 8 }, open))
    expect(answers.map((it) => it.statusCode)).toEqual(answers.map(() => 200))
    const { statusCode, headers, payload } = await request(path)
    expect([statusCode, headers['retry-after']]).toEqual([503, '10'])
    expect(JSON.parse(payload)).toMatchObject({ apiErrorCode: 'SERVICE_UNAVAILABLE' })
    expect((await request(path, {}, 'HEAD')).statusCode).toBe(200)
    for (const answer of answers) answer.destroy()
    const range = async () => (await request(path, { range: 'bytes=0-1' })).statusCode
    await expect.poll(range).toBe(206)
  })

  test('a large file ends before its length when it expires while it is read', async () => {
    const path = await largeFile()
    const [answer] = (await once(get(`${address}${path}`), 'response')) as [IncomingMessage]
    await once(answer, 'readable')
    await ctx.writeTenant(live.alias, async (tx) => expireExports(tx))
    let received = 0
    const reading = (async () => {
      for await (const chunk of answer) received += chunk.length
    })()
    await expect(reading).rejects.toThrow()
    expect(received).toBeLessThan(PARTS * PART_BYTES)
  })
})

test('an unfinished export has no URL', async () => {
  const { id } = await createExport(ctx, live.alias, { kind: 'events', format: 'ndjson', ...all })
  const { body } = await service.call('GET', `/exports/${id}`)
  expect(body).toMatchObject({ state: 'PENDING', downloadUrl: null, dateExpires: null })
  const signature = ctx.secretBox.fileSignature(live.alias, [id], 1)
  expect((await request(`/exports/acme/${id}?expires=1&signature=${signature}`)).statusCode).toBe(404)
})
