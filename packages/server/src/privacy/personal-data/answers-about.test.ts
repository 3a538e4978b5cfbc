import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import { describe, expect, it } from 'vitest'
import { isAnswerAbout, isKeyAbout } from './answers-about.ts'
import type { Wanted } from './wanted.ts'

const wanted: Wanted = {
  accountId: 'acct_1' as AccountId,
  userId: '42' as UserId,
  email: 'jane@example.com',
  names: ['Jane'],
  codes: [['JANE' as ReferralCode, 'ERASED-X' as ReferralCode]],
}

describe('answers about a person', () => {
  it.each([
    ['a user', { id: '42', accountId: 'acct_1', email: null }, true],
    ['a reward', { id: 'r', accountId: 'acct_1', userId: '42' }, true],
    ['a user inside of a list', { referrals: [{ referrerUser: { id: '42', accountId: 'acct_1' } }] }, true],
    ['the same user ID of another account', { id: '42', accountId: 'acct_2' }, false],
    ['an amount', { accountId: 'acct_1', amount: 42 }, false],
    ['an account', { id: 'acct_1', referral: null }, false],
    ['a referral by a code of the person', { id: 'acct_2', referral: { code: 'JANE' } }, true],
    ['a status that is spelled like the code', { id: 'acct_2', status: 'JANE' }, false],
  ])('an answer is about a person or not: %s', (_name, answer, isAbout) => {
    expect(isAnswerAbout(JSON.stringify(answer), wanted, false)).toBe(isAbout)
  })

  it('an answer is about a person together with the account, when it names the account as well', () => {
    expect(isAnswerAbout('{"id":"acct_1","referral":null}', wanted, true)).toBe(true)
    expect(isAnswerAbout('{"referringAccountId":"acct_1"}', wanted, true)).toBe(true)
    expect(isAnswerAbout('{"name":"acct_1"}', wanted, true)).toBe(false)
  })

  it('an answer that is encrypted, or not there yet, is never about a person', () => {
    expect(isAnswerAbout('JANEacct_1"42"', wanted, true)).toBe(false)
    expect(isAnswerAbout(null, wanted, true)).toBe(false)
  })
})

describe('keys about a person', () => {
  it.each([
    ['invite-jane@example.com', true],
    ['code:jane', true],
    ['janes-order', false],
    // An ID of two characters is in too many keys.
    ['order-42', false],
    ['sync-acct_1', false],
  ])('a key is about a person or not: %s', (key, isAbout) => {
    expect(isKeyAbout(key, wanted, false)).toBe(isAbout)
  })

  it('a key is about a person together with the account, when it names the account as well', () => {
    expect(isKeyAbout('sync-acct_1', wanted, true)).toBe(true)
    expect(isKeyAbout('sync-acct_10', wanted, true)).toBe(false)
  })
})
