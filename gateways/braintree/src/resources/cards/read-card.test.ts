import { expect, test } from 'vitest'
import type { Params } from '../../model/params.ts'
import { Problems } from '../../protocol/problems.ts'
import { readExpiration } from './read-card.ts'

test.each<[Params, string]>([
  [{ expiration_date: '05/2030' }, '05/2030'],
  [{ expiration_date: '5/30' }, '05/2030'],
  [{ expiration_date: '0530' }, '05/2030'],
  [{ expiration_month: 5, expiration_year: 30 }, '05/2030'],
  [{ expiration_month: '11', expiration_year: '2099' }, '11/2099'],
  [{ expiration_date: '', expiration_month: '11', expiration_year: '2099' }, '11/2099'],
])('the expiration %j is read as %s', (params, expected) => {
  const problems = new Problems()
  const expiration = readExpiration(params, problems)
  expect(problems.found).toEqual([])
  expect(`${expiration?.expirationMonth}/${expiration?.expirationYear}`).toBe(expected)
})

test.each<[Params, string[]]>([
  [{}, ['81709']],
  [{ expiration_date: 'soon' }, ['81710']],
  [{ expiration_date: '00/2030' }, ['81710']],
  [{ expiration_date: '05/1975' }, ['81711']],
  [{ expiration_month: '0', expiration_year: '2201' }, ['81712', '81713']],
  [{ expiration_month: '5' }, ['81713']],
  [{ expiration_date: '05/2030', expiration_year: '2030' }, ['91708']],
])('%j is refused with %j', (params, codes) => {
  const problems = new Problems()
  expect(readExpiration(params, problems)).toBeNull()
  expect(problems.found.map(({ problem }) => problem.code)).toEqual(codes)
})
