import { expect, test } from 'vitest'
import { makeImporter } from '../../testing/imports/importer.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const importer = makeImporter(service)

test.each([
  ['semicolons', ';', 'a;b'],
  ['tabs', '\t', 'a;b'],
])(
  'fields that are separated by %s are read, also where one in quotes has others',
  async (name, sign, text) => {
    const rows = [
      ['accountId', 'id', 'firstName', '"last, name"', 'lastName'],
      [`acct_${name}`, 'u', '"Ann, the ""first"""', 'x', `"${text}"`],
    ]
    const file = rows.map((cells) => `${cells.join(sign)}\r\n`).join('')
    expect(await importer.run('users', `\ufeff${file}`)).toMatchObject({ created: 1, rejected: 0 })
    const { body } = await service.call('GET', `/account/acct_${name}/user/u`)
    expect(body).toMatchObject({ firstName: 'Ann, the "first"', lastName: text })
  },
)

test('dates are read in the format that is named, and in no other', async () => {
  await importer.run('users', 'accountId,id,referralCode\nacct_dates,u,DATES\n')
  const file =
    'referralCode;referredAccountId;dateReferralStarted\nDATES;d1;03.04.2025\nDATES;d2;2025-04-03\n'
  expect(await importer.run('referrals', file, '&dateFormat=DD.MM.YYYY')).toMatchObject({
    dateFormat: 'DD.MM.YYYY',
    created: 1,
    rejected: 1,
  })
  expect(await importer.errors()).toMatchObject([
    { line: 3, field: 'dateReferralStarted', message: expect.stringContaining('DD.MM.YYYY') },
  ])
  const { body } = await service.call('GET', '/referrals?referredAccountId=d1')
  expect(body.referrals).toMatchObject([{ dateReferralStarted: Date.UTC(2025, 3, 3) }])
})

test.each(['MM/DD/YY', 'DD.MM', 'yesterday', ''])('the date format %j is 400', async (format) => {
  const before = await service.rows()
  const query = `&dateFormat=${encodeURIComponent(format)}`
  const { status, body } = await importer.send('users', 'accountId,id\na,u\n', query)
  expect([status, body.param]).toEqual([400, 'dateFormat'])
  expect(await service.rows()).toEqual(before)
})

test('columns with values that no field has are named, and empty ones are not', async () => {
  const csv = 'accountId,id,Plan,Phone,shareLink\nacct_ignored,u,gold,,https://x\n'
  expect(await importer.run('users', csv)).toMatchObject({ created: 1, ignoredColumns: ['Plan'] })
  const ndjson = '{"accountId":"acct_ignored2","id":"u","vip":true,"note":null,"shareLinks":{}}\n'
  const options = { type: 'application/x-ndjson' }
  expect(await importer.run('users', ndjson, '', options)).toMatchObject({ ignoredColumns: ['vip'] })
})

test('state that cannot be kept is refused by the name of its column', async () => {
  const later = service.clock.now + 1
  const users = [
    'accountId,id,referralCode,dateCodeDisabled,dateBlocked,blockReason,furtherCodes',
    'r1,u,,2020-01-01,,,',
    'r2,u,R2,,,Fraud,',
    `r3,u,R3,,${later},,`,
    'r4,u,R4,,,,"[{""code"":""no code""}]"',
    'r5,u,R5,,,,[',
  ]
  expect(await importer.run('users', `${users.join('\n')}\n`)).toMatchObject({ created: 0, rejected: 5 })
  expect((await importer.errors()).map(({ field }) => field)).toEqual([
    'dateCodeDisabled',
    'blockReason',
    'dateBlocked',
    'furtherCodes.0.code',
    'furtherCodes',
  ])
  const referrals = [
    'referralCode,referredAccountId,dateReferralStarted,dateConverted,referrerModerationStatus,referrerDecidedBy,referrerReward',
    'DATES,s1,2020-01-01,,MAYBE,,',
    'DATES,s2,2020-01-01,,APPROVED,SOMEBODY,',
    'DATES,s3,2020-01-01,,DENIED,BLOCK,',
    'DATES,s4,2020-01-01,2020-02-01,APPROVED,,"{""type"":""CREDIT"",""unit"":""EUR"",""credit"":5,""redeemedCredit"":6,""dateCreated"":1}"',
    'DATES,s5,2020-01-01,,APPROVED,,"{""type"":""FEATURE"",""featureType"":""SEAT"",""quantity"":1,""dateCreated"":1}"',
  ]
  expect(await importer.run('referrals', `${referrals.join('\n')}\n`)).toMatchObject({
    created: 0,
    rejected: 5,
  })
  expect((await importer.errors()).map(({ field }) => field)).toEqual([
    'referrerModerationStatus',
    'referrerDecidedBy',
    'referrerDecidedBy',
    'referrerReward.redeemedCredit',
    'referrerReward',
  ])
  const balances = 'accountId,unit,amount,rewardSource,referredAccountId\nacct_dates,EUR,5,REFERRED,nobody\n'
  expect(await importer.run('balances', balances)).toMatchObject({ created: 0, rejected: 1 })
  expect(await importer.errors()).toMatchObject([{ field: 'referredAccountId', code: 'REFERRAL_NOT_FOUND' }])
})

test('a row whose earlier code another user has gives none of its codes', async () => {
  const file = [
    'accountId,id,referralCode,furtherCodes',
    'c1,u,C1-NEW,"[{""code"":""FREE-1""},{""code"":""DATES""}]"',
  ]
  expect(await importer.run('users', `${file.join('\n')}\n`)).toMatchObject({ created: 0, rejected: 1 })
  expect(await importer.errors()).toMatchObject([{ field: 'furtherCodes', code: 'CODE_TAKEN' }])
  for (const code of ['FREE-1', 'C1-NEW']) {
    expect((await service.call('GET', `/code/${code}`)).status).toBe(404)
  }
})

test('credit of a conversion of the past comes with the balances alone', async () => {
  await service.setProgram({
    referrerReward: { type: 'CREDIT', unit: 'EUR', credit: 1000 },
    referredReward: { type: 'CREDIT', unit: 'EUR', credit: 500 },
  })
  const rows =
    'referralCode,referredAccountId,dateReferralStarted,dateConverted\nDATES,k1,2025-01-01,2025-02-01\nDATES,k2,2025-01-01,\n'
  expect(await importer.run('referrals', rows)).toMatchObject({ created: 2, rejected: 0 })
  await importer.run('balances', 'accountId,unit,amount\nacct_dates,EUR,700\n')
  const creditsOf = async (id: string) => (await service.call('GET', `/account/${id}/reward`)).body.credits
  expect(await creditsOf('acct_dates')).toEqual([{ unit: 'EUR', available: 700 }])
  expect(await creditsOf('k1')).toEqual([{ unit: 'EUR', available: 0 }])
  await service.call('POST', '/user', { body: { accountId: 'k2', id: 'u' } })
  await service.call('POST', '/accountsync', { body: { id: 'k2', subscription: { status: 'PAID' } } })
  expect(await creditsOf('acct_dates')).toEqual([{ unit: 'EUR', available: 1700 }])
  expect(await creditsOf('k2')).toEqual([{ unit: 'EUR', available: 500 }])
})
