import { expect, test } from 'vitest'
import { makeImporter } from '../../../testing/imports/importer.ts'
import { startTestService } from '../../../testing/test-service.ts'

const service = await startTestService()
const importer = makeImporter(service)
const DAY = Date.UTC(2026, 0, 5)

test.each([
  ['CR alone at the ends of lines', 'accountId,id,email\rx1,1,mac@example.org\rx2,1,mac2@example.org\r', 2],
  ['the first line of Excel', '\ufeffsep=;\r\naccountId;id;email\r\nx3;2;sep@example.org\r\n', 1],
  ['names in other case', 'AccountId, ID ,E-Mail,First Name\nx4,6,x6@example.org,Six\n', 1],
  ['one column for two fields', 'accountId + id,email\nx5,x5@example.org\n', 1],
  ['empty rows', 'accountId,id,email\n,,\nx6,1,x6@example.org\n , ,\n,,\n', 1],
])('a file with %s is read', async (_, file, created) => {
  const found = await importer.run('users', file)
  expect(found).toMatchObject({ created, rows: created, rejected: 0, ignoredColumns: [] })
})

test('the lines of a file are counted behind the first line of Excel, also when the import goes on', async () => {
  const rows = Array.from({ length: 700 }, (_, index) => `line${index};u;`)
  const file = ['sep=;', 'accountId;id;email', ...rows, 'last;u;wrong', ''].join('\r\n')
  expect(await importer.run('users', file)).toMatchObject({ created: 700, rejected: 1 })
  expect(await importer.errors()).toMatchObject([{ line: 703, field: 'email' }])
})

const zip = Buffer.concat([Buffer.from('504b030414000600', 'hex'), Buffer.alloc(200)])
const xls = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(200)])

test.each([
  ['a header and no rows', 'accountId,id\n\n,\n', 'has a header and no rows'],
  ['a header with CR alone and no rows', 'accountId,id\r', 'has a header and no rows'],
  ['the first line of Excel alone', 'sep=;\r\n', 'has a header and no rows'],
  ['another separator', 'sep=|\naccountId|id\na|b\n', 'separated by "|". Save the file with commas'],
  ['an Excel workbook', zip, 'Excel workbook (.xlsx)'],
  ['an old Excel workbook', xls, 'Excel workbook (.xls)'],
  ['what gzip wrote', Buffer.from('1f8b0800', 'hex'), 'Unpack it'],
  ['a JSON array', '[\n{"accountId":"a"}]', 'one object per line'],
  ['JSON', '{"accountId":"a"}\n', 'application/x-ndjson'],
  ['a page to sign in', '\n<!doctype html><html>', 'a page in HTML'],
  ['sections', '[[AFFILIATES]]\n!USERID;USERNAME\n1;a\n', 'Save the rows of one section'],
  ['one column', 'accountId\na\n', 'has only "accountId": the first line must name the columns'],
  [
    'foreign columns',
    'User ID,Konto,Plan\n1,2,3\n',
    'It has "User ID", "Konto", "Plan". Rename "User ID" to "accountId+id".',
  ],
  ['a typing error', 'acountId,id\na,b\n', 'Rename "acountId" to "accountId"'],
  ['nothing known', 'a,b\n1,2\n', 'Rename columns to those of this API (accountId, id, email'],
  ['columns of a product', 'token,email,x\n1,2,3\n', 'send the file with mapping=rewardful'],
  ['a column twice, in other case', 'ID,Id,accountId\n1,2,3\n', '"id" twice, written differently'],
])('%s is refused with what was found and what to do', async (_, file, message) => {
  const { status, body } = await importer.send('users', file)
  expect([status, body.apiErrorCode, body.param]).toEqual([400, 'VALIDATION_FAILED', 'body'])
  expect(body.message).toContain(message)
})

test('a JSON array is refused with the way to lines, also under its own media type', async () => {
  const array = await importer.send('users', ' [{"accountId":"a"}]', '', { type: 'application/x-ndjson' })
  expect([array.status, array.body.message]).toEqual([400, expect.stringContaining('jq -c')])
  const json = await importer.send('users', '[]', '', { type: 'application/json' })
  expect([json.status, json.body.message]).toEqual([415, expect.stringContaining('jq -c')])
})

test('an import whose rows are all empty beyond what is looked at first has failed', async () => {
  const file = `accountId,id\n${',\n'.repeat(200_000)}`
  expect(await importer.run('users', file)).toMatchObject({
    state: 'FAILED',
    rows: 0,
    failure: expect.stringContaining('has a header and no rows'),
  })
})

test('values that cannot be meant are rejected by name with what they probably are', async () => {
  await importer.run('users', 'accountId,id,referralCode\nacct_r,r,RRR\n')
  const columns = 'referralCode,referredAccountId,dateReferralStarted,dateConverted'
  const file = [
    columns,
    'RRR,ep1,1767600000,1767686400',
    'RRR,ep2,2026-01-05,0000-00-00 00:00:00',
    'RRR,ep3,2026-01-05 10:20:30.123+00,',
    'RRR,ep4,1/5/2026 10:20 AM,',
    'RRR,1.23457E+11,2026-01-05,',
  ]
  expect(await importer.run('referrals', file.join('\n'))).toMatchObject({ created: 2, rejected: 3 })
  const messages = (await importer.errors()).map(({ line, message }) => `${line} ${message}`)
  expect(messages).toEqual([
    expect.stringMatching(/^2 "dateReferralStarted" .*2026-01-05 in seconds .*dateFormat=s\.$/),
    expect.stringMatching(/^5 .*Send the file with dateFormat=MM\/DD\/YYYY hh:mm A or dateFormat=DD\/MM/),
    expect.stringMatching(/^6 "referredAccountId" is 1\.23457E\+11: a spreadsheet rounded/),
  ])
  const seconds = [columns, 'RRR,ep1,1767600000,'].join('\n')
  expect(await importer.run('referrals', seconds, '&dateFormat=s')).toMatchObject({ created: 1 })
  const { body } = await service.call('GET', '/referrals?referredAccountId=ep1')
  expect(body.referrals).toMatchObject([{ dateReferralStarted: 1_767_600_000_000, dateConverted: null }])

  const day = `&dateFormat=${encodeURIComponent('MM/DD/YYYY hh:mm A')}`
  const mixed = [columns, 'RRR,ep5,01/05/2026,', 'RRR,ep6,1/5/2026 1:00 PM,'].join('\n')
  expect(await importer.run('referrals', mixed, day)).toMatchObject({ created: 2, rejected: 0 })
  const { body: noon } = await service.call('GET', '/referrals?referredAccountId=ep6')
  expect(noon.referrals).toMatchObject([{ dateReferralStarted: DAY + 13 * 3_600_000 }])

  const balances = 'accountId,unit,amount\nacct_r,usd,5\nacct_r,coffee,5\n'
  expect(await importer.run('balances', balances)).toMatchObject({ created: 1, rejected: 1 })
  expect(await importer.errors()).toMatchObject([{ field: 'unit', message: expect.stringContaining('USD') }])
})
