import { describe, expect, test } from 'vitest'
import type { ReferralCode } from './referral-code.ts'
import { type FormerSpelling, formerSpellings, isCanonical, meantCode, readUsedCode } from './used-code.ts'

describe('what a text may be as a code of an earlier product', () => {
  test.each<readonly [text: string, spellings: readonly string[]]>([
    ['jane.doe', ['jane.doe']],
    [' jane.doe). ', ['jane.doe).', 'jane.doe']],
    ['@jane', ['@jane', 'jane']],
    ['1', ['1']],
    ['Łukasz', ['Łukasz']],
    ['two words', ['two words']],
    ['jane@example.org', ['jane@example.org']],
    ['ja\u200bne.doe', ['ja\u200bne.doe', 'jane.doe']],
    ['https://refer.example/r/acme/jane.doe', ['https://refer.example/r/acme/jane.doe', 'jane.doe']],
    ['Join: https://go.shop.example/two%20words', ['Join: https://go.shop.example/two%20words', 'two words']],
    [' ', []],
    ['a\u0000b', []],
    ['\ud800', []],
    ['x'.repeat(129), []],
  ])('%j is looked up as %j', (text, spellings) => {
    expect(readUsedCode(text).spellings).toEqual(spellings)
  })

  test('a code as we write it is canonical, in another case or with anything around it is it not', () => {
    const texts = ['SAVE10', ' SAVE10 ', 'save10', 'SAVE10.', 'jane.doe']
    expect(texts.map((it) => isCanonical(readUsedCode(it)))).toEqual([true, true, false, false, false])
  })
})

describe('the code that is meant', () => {
  const former: Readonly<Record<string, FormerSpelling>> = {
    'jane.doe': { isExact: true, code: 'ONE' as ReferralCode },
    'JANE.DOE': { isExact: false, code: 'ONE' as ReferralCode },
    Save10: { isExact: true, code: 'TWO' as ReferralCode },
    SAVE10: { isExact: false, code: 'TWO' as ReferralCode },
    OLD: { isExact: true, code: 'THREE' as ReferralCode },
  }

  test.each<readonly [text: string, ours: readonly string[], code: string | null]>([
    ['jane.doe', [], 'ONE'],
    ['Jane.Doe!', [], 'ONE'],
    ['https://refer.example/r/acme/JANE.doe', [], 'ONE'],
    ['SAVE10', ['SAVE10'], 'SAVE10'],
    ['save10', ['SAVE10'], 'SAVE10'],
    ['Save10', ['SAVE10'], 'TWO'],
    ['Save10.', ['SAVE10'], 'TWO'],
    ['save10', [], 'TWO'],
    ['old', [], 'THREE'],
    ['OLD', ['OLD'], 'OLD'],
    ['nobody', [], null],
  ])('%j means, where %j are ours, the code %s', (text, ours, code) => {
    const used = readUsedCode(text)
    const asked = new Set(formerSpellings(used.spellings))
    const found = new Map(Object.entries(former).filter(([spelling]) => asked.has(spelling)))
    expect(meantCode(used, found, (it) => ours.includes(it))).toBe(code)
  })
})
