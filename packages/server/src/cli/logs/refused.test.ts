import { expect, test } from 'vitest'
import { refusedLine } from './refused.ts'

const hash = 'abc_-123'
const fields = {
  time: 1_795_230_000_000,
  requestId: 'r1',
  method: 'POST',
  route: '/api/v1/:tenantAlias/accountsync',
  status: 404,
  apiErrorCode: 'REFERRAL_CODE_NOT_FOUND',
  param: 'referral.code',
  keyId: 'k1',
}
const shown = { ...fields, date: fields.time, clientNetwork: null }
const { time: _time, ...answer } = shown

test.each([
  ['as it was written', JSON.stringify({ ...fields, accountHashes: ['x', 'abc_-123'] }), answer],
  [
    'behind the words of a supervisor',
    `goodword[7]: ${JSON.stringify({ ...fields, accountHashes: ['abc_-123'] })}`,
    answer,
  ],
  ['about another account', JSON.stringify({ ...fields, accountHashes: ['other'] }), null],
  ['about a code with the same hash', JSON.stringify({ ...fields, codeHashes: ['abc_-123'] }), null],
  ['that was cut', '{"accountHashes":["abc_-123"', null],
  ['that is no JSON', 'abc_-123', null],
  ['that is empty', '', null],
])('a line %s', (_what, line, found) => {
  expect(refusedLine(line, 'account', hash)).toEqual(found)
})
