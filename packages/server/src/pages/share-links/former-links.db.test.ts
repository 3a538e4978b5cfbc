import { expect, test } from 'vitest'
import { makeImporter } from '../../testing/imports/importer.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const importer = makeImporter(service)

async function codeBehind(text: string): Promise<string | null> {
  const url = `/r/${service.live.alias}/${encodeURIComponent(text)}`
  const { statusCode, headers } = await service.app.inject({ method: 'GET', url })
  const { location } = headers
  return statusCode === 302 ? new URL(String(location)).searchParams.get('refCode') : null
}

const header = 'accountId,id,referralCode,formerCodes\n'

test('links with codes of an earlier product in any form lead to the code that the person has now', async () => {
  const file = `${header}w1,1,ONE,1|jane.doe\nw2,2,TWO,jane@example.org|Łukasz|two words\nw3,3,THREE,OLD-3\n`
  expect(await importer.run('users', file, '&dryRun=true')).toMatchObject({ created: 3, rejected: 0 })
  expect(await importer.run('users', file)).toMatchObject({ created: 3, rejected: 0, ignoredColumns: [] })
  const led = ['1', 'jane.doe', 'Jane.Doe', 'jane@example.org', 'ŁUKASZ', 'two words', 'OLD-3', 'old-3', '2']
  expect(await Promise.all(led.map(codeBehind))).toEqual([
    ...['ONE', 'ONE', 'ONE', 'TWO', 'TWO', 'TWO', 'THREE', 'THREE', null],
  ])
  expect(await importer.run('users', file)).toMatchObject({ unchanged: 3 })
})

test('two codes that differ by case alone lead to their own people, and other cases to the first', async () => {
  const file = `${header}k1,1,aBcD1234,\nk2,2,KTWO,AbCd1234\nk3,3,KTHREE,abcd1234\n`
  expect(await importer.run('users', file)).toMatchObject({ created: 3, rejected: 0 })
  const led = ['aBcD1234', 'ABCD1234', 'AbCd1234', 'abcd1234', 'abCD1234']
  expect(await Promise.all(led.map(codeBehind))).toEqual([
    ...['ABCD1234', 'ABCD1234', 'KTWO', 'KTHREE', 'ABCD1234'],
  ])
  const ndjson = JSON.stringify({ accountId: 'k4', id: '4', referralCode: 'KFOUR', formerCodes: ['four.4'] })
  expect(await importer.run('users', ndjson, '', { type: 'application/x-ndjson' })).toMatchObject({
    created: 1,
  })
  expect(await codeBehind('four.4')).toBe('KFOUR')
  // An export brings them to another installation, as they were written.
  const { body } = await service.call('POST', '/exports', { body: { kind: 'users', format: 'csv' } })
  await importer.work()
  const done = await service.call('GET', `/exports/${body.id}`)
  const url = new URL(String(done.body.downloadUrl))
  const { payload } = await service.app.inject({ method: 'GET', url: `${url.pathname}${url.search}` })
  expect(payload).toMatch(/,1\|jane\.doe\r\n/)
  expect(await importer.run('users', payload)).toMatchObject({ created: 0, updated: 0, rejected: 0 })
})

test('a former code that another user has exactly, or that cannot be one, is rejected with its row', async () => {
  const rows = ['t1,1,TONE,jane.doe', 't2,2,TTWO,ABCD1234', 't3,3,TTHREE,a.b', 't4,4,TFOUR,a.b']
  const file = `${header}${rows.join('\n')}\nt5,5,TFIVE,${'x'.repeat(129)}\n`
  const expected = [...['2 CODE_TAKEN', '3 CODE_TAKEN', '5 CODE_TAKEN', '6 VALIDATION_FAILED']]
  for (const more of ['&dryRun=true', '']) {
    expect(await importer.run('users', file, more)).toMatchObject({ created: 1, rejected: 4 })
    const errors = await importer.errors()
    expect(errors.map(({ line, code }) => `${line} ${code}`)).toEqual(expected)
    expect(errors.every(({ field }) => field === 'formerCodes')).toBe(true)
  }
})

test('I15: an erased person has no former codes, and another tenant none of them', async () => {
  const { alias, apiKey: key } = service.other
  const { body } = await service.call('GET', '/account/w2/user/2/data?limit=1000')
  expect(body.formerCodes).toHaveLength(6)
  const other = await service.app.inject({ method: 'GET', url: `/r/${alias}/jane.doe` })
  expect(other.statusCode).not.toBe(302)
  expect((await service.call('GET', '/account/w2/user/2', { alias, key })).status).toBe(404)
  expect((await service.call('DELETE', '/account/w2/user/2')).status).toBe(200)
  const text =
    "select count(*)::int as n from app.former_code where spelling ilike '%example.org' or spelling ilike '%ukasz'"
  expect(await service.owner.query({ name: '', text }, [])).toMatchObject([{ n: 0 }])
  service.clock.now += 6000
  expect(await codeBehind('jane@example.org')).toBeNull()
})
