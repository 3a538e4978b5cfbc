import { describe, expect, test } from 'vitest'
import type { FaultRule } from '../model/fault-rule.ts'
import { givenAccount } from '../testing/given-account.ts'
import { firstHit, fitsRequest } from './rule-hits.ts'

describe('the match of a rule', () => {
  test.each([
    ['GET', '/subscriptions/*', 'GET /subscriptions/abc', true],
    ['get', '/subscriptions/*', 'GET /subscriptions/abc', true],
    ['PUT', '/subscriptions/*', 'GET /subscriptions/abc', false],
    [null, '/subscriptions/*', 'PUT /subscriptions/abc/cancel', false],
    [null, '/subscriptions/**', 'PUT /subscriptions/abc/cancel', true],
    [null, '/subscriptions', 'POST /subscriptions', true],
    [null, '/subscriptions/', 'POST /subscriptions', true],
    [null, '/sub*', 'POST /subscriptions', true],
    [null, '/plans.', 'GET /plans1', false],
    [null, null, 'GET /anything/at/all', true],
  ] as const)('matching a rule for %s %s with the request %s gives %s', (method, path, request, fits) => {
    const [wantedMethod = '', at = ''] = request.split(' ')
    expect(fitsRequest({ method, path }, { method: wantedMethod, path: at })).toBe(fits)
  })
})

describe('the hits of a rule', () => {
  test.each([
    [{ from: 1, times: null }, 'xxxxxx'],
    [{ from: 3, times: null }, '--xxxx'],
    [{ from: 2, times: 2 }, '-xx---'],
    [{ from: 1, times: 1 }, 'x-----'],
    [{ from: 1, times: null, probability: 0 }, '------'],
  ])('the rule %o hits %s', (given, expected) => {
    const account = givenAccount()
    const rule = givenRule(given)
    const drawn = Array.from(expected, () => (firstHit(account, [rule]) === null ? '-' : 'x')).join('')
    expect(drawn).toBe(expected)
    expect(rule.seen).toBe(6)
  })

  test('a hit depends on a probability that the same chance draws again', () => {
    const draw = () => {
      const account = givenAccount()
      const rule = givenRule({ probability: 0.5 })
      return Array.from({ length: 50 }, () => firstHit(account, [rule]) !== null)
    }
    expect(draw()).toEqual(draw())
    expect(new Set(draw()).size).toBe(2)
  })
})

function givenRule(given: Partial<FaultRule>): FaultRule {
  const match = { method: null, path: null }
  return {
    id: 'rule',
    match,
    from: 1,
    times: null,
    probability: 1,
    action: { kind: 'reset' },
    seen: 0,
    hits: 0,
    ...given,
  }
}
