import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from '@goodword/client'
import { exampleProgram } from '@goodword/contract/frame/examples'
import { programDefaults } from '@goodword/contract/program/program'
import { describe, expect, test } from 'vitest'
import { programChanges } from './program-changes.ts'
import { mergePrograms } from './program-merge.ts'

const base: Program = {
  ...exampleProgram,
  referredReward: { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 },
  referrerReward: { type: 'PCT_DISCOUNT', discountPercent: 10 },
  texts: { en: { title: 'Invite', terms: 'For new customers.' } },
  theme: { accentColor: '#112233' },
  emails: null,
}

describe('the difference of two programs', () => {
  test('the difference between two programs is said in words, setting by setting', () => {
    const { maxReferrerRewards: _, ...rest } = base
    const after: Program = {
      ...rest,
      version: 9,
      active: false,
      referredReward: null,
      referrerReward: { type: 'CREDIT', unit: 'EUR', credit: 1550 },
      referrerHoldDays: 1,
      maxReferrerRewards: 3,
      unsignedConversions: { mode: 'hold', limit: 3 },
      fraudRules: base.fraudRules.map((it) => (it.rule === 'SAME_EMAIL' ? { ...it, mode: 'off' } : it)),
      texts: { en: { title: 'Invite', terms: '' }, de: { title: 'Einladen' } },
      theme: {},
    }
    expect(programChanges(base, after)).toEqual([
      { path: 'active', label: 'Program', before: 'On', after: 'Off' },
      {
        path: 'referredReward',
        label: 'Friend’s reward',
        before: '10% off for 12 months',
        after: 'No reward',
      },
      {
        path: 'referrerReward',
        label: 'Referrer’s reward',
        before: '10% off as long as the referral lasts',
        after: '€15.50',
      },
      {
        path: 'referrerHoldDays',
        label: 'Waiting time of the referrer’s reward',
        before: '0 days',
        after: '1 day',
      },
      { path: 'maxReferrerRewards', label: 'Rewards per referrer', before: 'No limit', after: 'At most 3' },
      {
        path: 'unsignedConversions',
        label: 'Payments reported by web pages',
        before: 'Counted at once for up to 3 friends of each referrer',
        after: 'Rewards wait until your server confirms',
      },
      {
        path: 'fraudRules.SAME_EMAIL',
        label: 'Fraud rule: Same e-mail address',
        before: 'Active',
        after: 'Off',
      },
      { path: 'texts.de.title', label: 'Widget text · German · Title', before: 'Not set', after: 'Einladen' },
      { path: 'theme.accentColor', label: 'Widget · Accent colour', before: '#112233', after: 'Not set' },
      {
        path: 'texts.en.terms',
        label: 'Widget text · English · Terms',
        before: 'For new customers.',
        after: 'Not set',
      },
    ])
  })

  test('two programs do not differ in the order of settings, empty texts and the version', () => {
    const reordered = Object.fromEntries(Object.entries(base).reverse()) as Program
    expect(
      programChanges(base, { ...reordered, version: 77, texts: { ...base.texts, fr: { title: '' } } }),
    ).toEqual([])
  })

  test('a number that was emptied differs, and never reads like a number', () => {
    const emptied = { ...base, cookieDays: Number.NaN }
    expect(programChanges(base, emptied)).toMatchObject([{ path: 'cookieDays', after: 'Empty' }])
  })
})

describe('two changes of one program', () => {
  const theirs: Program = {
    ...base,
    version: base.version + 1,
    cookieDays: 30,
    name: 'Theirs',
    texts: { en: { title: 'Their title', terms: 'For new customers.' } },
  }
  const mine: Program = {
    ...base,
    name: 'Mine',
    active: false,
    texts: { en: { title: 'Invite', terms: 'My terms.' } },
  }

  test('two changes of one program are joined where only one changed a setting, text by text', () => {
    const { value } = mergePrograms(base, mine, theirs)
    expect(value).toEqual({
      ...base,
      version: theirs.version,
      cookieDays: 30,
      name: 'Mine',
      active: false,
      texts: { en: { title: 'Their title', terms: 'My terms.' } },
    })
  })

  test('two changes of one program conflict where both changed it to different values, and the choice decides', () => {
    const { value, conflicts } = mergePrograms(base, mine, theirs, { name: 'theirs' })
    expect(conflicts).toEqual([{ path: 'name', mine: 'Mine', theirs: 'Theirs' }])
    expect(value.name).toBe('Theirs')
    expect(mergePrograms(base, mine, { ...base, name: 'Mine' }).conflicts).toEqual([])
  })

  test('two changes of one program never mix the fields of two rewards', () => {
    const credit = { type: 'CREDIT', unit: 'EUR', credit: 500 } as const
    const { value, conflicts } = mergePrograms(
      base,
      { ...base, referredReward: { type: 'PCT_DISCOUNT', discountPercent: 15, monthsDiscountIsValid: 12 } },
      { ...base, referredReward: credit },
      { referredReward: 'theirs' },
    )
    expect(conflicts).toHaveLength(1)
    expect(value.referredReward).toEqual(credit)
  })

  test('two joined changes drop what one side removed', () => {
    const limited = { ...base, maxReferrerRewards: 3 }
    const { value } = mergePrograms(limited, base, { ...limited, cookieDays: 5 })
    expect(value).toEqual({ ...base, cookieDays: 5 })
  })
})

test('every setting of a program has a field in a section of the portal', () => {
  const pages = join(import.meta.dirname, '..')
  const sections = globSync('**/*.tsx', { cwd: pages }).map((it) => readFileSync(join(pages, it), 'utf8'))
  const changed = sections.flatMap((it) => [...it.matchAll(/\bchange\(\{ (\w+)/g)].map(([, name]) => name))
  expect(Object.keys(programDefaults).filter((it) => !changed.includes(it))).toEqual([])
})
