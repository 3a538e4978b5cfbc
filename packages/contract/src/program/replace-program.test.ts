import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { exampleProgram } from '../frame/examples.ts'
import { nullRemover } from '../frame/without-nulls.ts'
import { replaceProgram } from './endpoints.ts'
import { programDefaults } from './program.ts'

const removeNulls = nullRemover(replaceProgram.body)

/** The body that a handler gets: without nulls that mean absence, with defaults. */
function received(body: Record<string, unknown>): unknown {
  const copy = { ...body }
  removeNulls(copy)
  return Value.Default(replaceProgram.body, copy)
}

describe('a program that replaces another', () => {
  it.each(['landingPage', 'fallbackPage', 'referredReward', 'referrerReward'] as const)(
    'a program has no %s where null is sent',
    (field) => {
      expect(received({ ...exampleProgram, [field]: null })).toEqual({ ...exampleProgram, [field]: null })
    },
  )

  it('a program takes its defaults where null means nothing, and where nothing is said', () => {
    expect(received({ version: 1, cookieDays: null, maxReferrerRewards: null })).toEqual({
      version: 1,
      ...programDefaults,
    })
  })

  it('a program takes null for absence inside of rewards too', () => {
    const reward = { type: 'CREDIT', unit: 'EUR', credit: 5 }
    const sent = { version: 1, referredReward: { ...reward, monthsCreditIsValid: null } }
    expect(received(sent)).toMatchObject({ referredReward: reward })
    expect(Value.Check(replaceProgram.body, received(sent))).toBe(true)
    const invalid = { version: 1, referredReward: { ...reward, unit: null } }
    expect(Value.Check(replaceProgram.body, received(invalid))).toBe(false)
  })

  it.each([{}, { version: null }, { version: 0 }, { version: '3' }])(
    'a program is refused with %j',
    (body) => {
      expect(Value.Check(replaceProgram.body, received(body))).toBe(false)
    },
  )
})
