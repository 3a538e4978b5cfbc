import { describe, expect, test } from 'vitest'
import { makeImporter } from '../../testing/imports/importer.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const importer = makeImporter(service)
const users = (...rows: readonly string[]) =>
  ['accountId,id,email,firstName,lastName,referralCode', ...rows, ''].join('\n')

describe('an unreadable file', () => {
  const names = Array.from({ length: 1001 }, (_, index) => `c${index}`)
  test.each([
    ['empty', ''],
    ['nothing but line ends', '\n\r\n\n'],
    ['in UTF-16', Buffer.from('\uFEFFaccountId,id\n', 'utf16le')],
    ['without the columns', 'account,user\na,b\n'],
    ['with a column twice', 'accountId,id,id\na,b,c\n'],
    ['with too many columns', `accountId,id,${names.join()}\n`],
    ['with a header of a million commas', `accountId,id${','.repeat(1_000_000)}\n`],
    ['with a header without end', 'accountId,id'.repeat(100_000)],
    ['with a header in another encoding', Buffer.from('accountId,id,é\n', 'latin1')],
    ['of prototypes', '__proto__,constructor,toString\na,b,c\n'],
    ['of another format', '{"accountId":"a","id":"b"}\n'],
  ])('an unreadable file is 400 and leaves nothing: %s', async (_, file) => {
    const before = await service.rows()
    const { status, body } = await importer.send('users', file)
    expect([status, body.apiErrorCode, body.param]).toEqual([400, 'VALIDATION_FAILED', 'body'])
    expect(await service.rows()).toEqual(before)
  })

  test.each([
    ['mapping=__proto__'],
    ['mapping=constructor'],
    ['mapping=toString'],
    ['mapping='],
    ['mapping=rewardful&mapping=rewardful'],
    ['mapping[]=rewardful'],
    [`mapping=${'x'.repeat(5000)}`],
    ['dryRun=yes'],
    ['kinds=users'],
  ])('an import with %s is 400 and leaves nothing', async (query) => {
    const before = await service.rows()
    const { status, body } = await importer.send('users', users(), `&${query}`)
    expect([status, body.apiErrorCode]).toEqual([400, 'VALIDATION_FAILED'])
    expect(await service.rows()).toEqual(before)
  })

  test('a product whose documentation names no columns for the kind', async () => {
    const { body } = await importer.send('referrals', users(), '&mapping=referralcandy')
    expect(body).toMatchObject({ statusCode: 400, param: 'mapping' })
  })
})

test.each([
  ['in Latin-1 after many rows', `accountId,id\n${'a,u\n'.repeat(200_000)}Jos\u00e9,u\n`, 200_002],
  ['that ends within a character', 'accountId,id\na,Jos\u00c3', 2],
])('a file %s is refused as a whole, with the line and how to save it', async (_, text, line) => {
  const before = await importer.records()
  const { status, body } = await importer.send('users', Buffer.from(text, 'latin1'))
  expect([status, body.param]).toEqual([400, 'body'])
  expect(body.message).toMatch(new RegExp(`line ${line} .* Save it as UTF-8`))
  expect(await importer.records()).toEqual(before)
})

test('rows that are wrong in their own ways are rejected one by one, and the others are imported', async () => {
  const long = 'x'.repeat(70_000)
  const file = Buffer.concat([
    Buffer.from(users('a1,u,,,,', `a2,u,,${long},,`, 'a4,u,,,,', 'a5,u,,,')),
    Buffer.from('a6,u,,Jos\u0000,,\n'),
    Buffer.from('a7,u,,in"side,,\n'),
    Buffer.from(`a8,u,,${'y'.repeat(257)},,\n`),
    Buffer.from('a9,u,not an address,,,\n'),
    Buffer.from('..,u,,,,\na10,\u0000,,,,\na11,u,,,,a b\n'),
    Buffer.from(`a12,u,,${'z'.repeat(1_000_000)},,\n`),
    Buffer.from(`x${','.repeat(60_000)}\n`),
    Buffer.from('a13,u,,,,\na1,u,,,,'),
  ])
  expect(await importer.run('users', file)).toMatchObject({
    state: 'DONE',
    created: 3,
    unchanged: 1,
    rejected: 11,
  })
  expect((await importer.errors()).map(({ line, field, code }) => `${line} ${field} ${code}`)).toEqual([
    '3 null MALFORMED_ROW',
    '5 null MALFORMED_ROW',
    '6 firstName VALIDATION_FAILED',
    '7 null MALFORMED_ROW',
    '8 firstName VALIDATION_FAILED',
    '9 email VALIDATION_FAILED',
    '10 accountId VALIDATION_FAILED',
    '11 id VALIDATION_FAILED',
    '12 referralCode VALIDATION_FAILED',
    '13 null MALFORMED_ROW',
    '14 null MALFORMED_ROW',
  ])
})

test('a quote that is not closed takes the rows up to the next quote with it, and names them', async () => {
  const file = users('q1,u,,"open,,', 'q2,u,,,,', 'q3,u,,clo"sed,,', 'q4,u,,,,', 'q5,u,,"never,,', 'q6,u,,,,')
  expect(await importer.run('users', file)).toMatchObject({ created: 2, rejected: 2 })
  const [first, second] = await importer.errors()
  expect(first).toMatchObject({ line: 2, message: expect.stringContaining('lines 2 to 4') })
  expect(second).toMatchObject({ line: 6, message: expect.stringContaining('is not closed') })
})

test('lines of JSON are read by their own fields alone', async () => {
  const rows = [
    '{"accountId":"j1","id":"u","__proto__":{"email":"x@example.com"},"firstName":"Ann"}',
    '{"__proto__":{"accountId":"j2","id":"u"}}',
    '{"accountId":2,"id":"u"}',
    '{"accountId":"j3","id":"u","email":null,"firstName":""}',
    '[1]',
    'null',
    '{"accountId":"j4"',
    `{"accountId":"j5","id":"u","x":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    `{"accountId":"j6","id":"${'u'.repeat(70_000)}"}`,
    '{"accountId":"j7","id":"u"}',
  ]
  const options = { type: 'application/x-ndjson' }
  expect(await importer.run('users', `\uFEFF${rows.join('\r\n')}`, '', options)).toMatchObject({
    format: 'ndjson',
    created: 4,
    rejected: 6,
  })
  expect((await importer.errors()).map(({ line, field }) => `${line} ${field}`)).toEqual([
    '2 accountId',
    '3 accountId',
    '5 null',
    '6 null',
    '7 null',
    '9 null',
  ])
  const { body } = await service.call('GET', '/account/j1/user/u')
  expect(body).toMatchObject({ firstName: 'Ann', email: null })
})

test('a value that our exports defuse is read back', async () => {
  await importer.run('users', users(`f1,"'=u",,"'+49 30","''=x",`))
  const { body } = await service.call('GET', `/account/f1/user/${encodeURIComponent('=u')}`)
  expect(body).toMatchObject({ id: '=u', firstName: '+49 30', lastName: "'=x" })
})

test('rows of one file that claim the same are rejected in a dry run as they are in the import', async () => {
  const file = users('d1,u,,,,TWICE', 'd2,u,,,,twice', 'd1,u,,,,TWICE', 'd1,u,,Dan,,', 'd3,u,,,,', 'd3,u,,,,')
  const expected = { created: 2, updated: 1, unchanged: 2, rejected: 1 }
  expect(await importer.run('users', file, '&dryRun=true')).toMatchObject(expected)
  const dryErrors = await importer.errors()
  expect(await importer.run('users', file)).toMatchObject(expected)
  expect((await importer.errors()).map(({ line, field, code }) => [line, field, code])).toEqual(
    dryErrors.map(({ line, field, code }) => [line, field, code]),
  )
})

test('another tenant sees neither imports nor codes', async () => {
  const { alias, apiKey: key } = service.other
  const mine = await importer.run('users', users('t1,u,,,,MINE'))
  for (const path of [`/imports/${mine.id}`, `/imports/${mine.id}/errors`]) {
    const { body } = await service.call('GET', path, { alias, key })
    expect(body).toMatchObject({ statusCode: 404, apiErrorCode: 'IMPORT_NOT_FOUND' })
  }
  const { body } = await service.call('GET', '/imports', { alias, key })
  expect(body).toMatchObject({ count: 0, imports: [] })
  // The same code is free there.
  const { status } = await service.call('POST', '/user', {
    alias,
    key,
    body: { accountId: 't', id: 'u', referralCode: 'MINE' },
  })
  expect(status).toBe(200)
})

test('more errors than are kept are counted, and the first are listed in pages', async () => {
  const rows = Array.from({ length: 10_050 }, (_, index) => `e${index},`)
  const file = `accountId,id\n${rows.join('\n')}\n`
  expect(await importer.run('users', file)).toMatchObject({ rejected: 10_050, created: 0 })
  const { body: list } = await service.call('GET', '/imports?limit=1')
  const [{ id }] = list.imports as [{ id: string }]
  const lines: unknown[] = []
  for (let cursor: unknown = ''; cursor !== null; ) {
    const page = cursor === '' ? '' : `&cursor=${cursor}`
    const { body } = await service.call('GET', `/imports/${id}/errors?limit=1000${page}`)
    expect(body.totalCount).toBe(10_000)
    lines.push(...(body.errors as { line: number }[]).map((it) => it.line))
    cursor = body.nextCursor
  }
  expect(lines).toEqual(Array.from({ length: 10_000 }, (_, index) => index + 2))
  const { body: wrong } = await service.call('GET', `/imports/${id}/errors?cursor=AAAA`)
  expect(wrong).toMatchObject({ statusCode: 400, param: 'cursor' })
})

test('a file of what gives rewards or credit needs the scope money beside admin, also for a dry run', async () => {
  const { apiKey: key } = await service.newKey(['read', 'write', 'admin'])
  const headers = { 'content-type': 'text/csv' }
  const send = (query: string, body: string) =>
    service.call('POST', `/imports?${query}`, { key, headers, body })
  const before = await service.rows()
  for (const kind of ['balances', 'referrals']) {
    for (const query of [`kind=${kind}`, `kind=${kind}&dryRun=true`]) {
      const { status, body } = await send(query, 'accountId,unit,amount\nacct_eve,EUR,100000\n')
      expect([status, body.apiErrorCode]).toEqual([403, 'INSUFFICIENT_SCOPE'])
      expect(body.message).toContain('"money"')
    }
  }
  expect(await service.rows()).toEqual(before)
  expect((await send('kind=users', 'accountId,id\nacct_eve,user_eve\n')).status).toBe(202)
})
