import { describe, expect, test } from 'vitest'
import { endpoints } from '../all-endpoints.ts'
import { exampleProgram } from './examples.ts'
import { Refusal } from './refusal.ts'
import { refuseUnknownField } from './unknown-field.ts'

const { replaceProgram, updateWebhook, createWebhook } = endpoints

function refusalOf(act: () => void): Pick<Refusal, 'code' | 'param' | 'message'> | null {
  try {
    act()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const programRefusal = (body: unknown) => refusalOf(() => refuseUnknownField(body, replaceProgram.body))

describe('the name nearest to an unknown field', () => {
  const percent = { type: 'PCT_DISCOUNT', discountPercent: 10 }
  test.each<[object, string, string]>([
    [{ landngPage: null }, 'landngPage', 'landingPage'],
    [
      { referredReward: { ...percent, discountPercnt: 5 } },
      'referredReward.discountPercnt',
      'discountPercent',
    ],
    [{ referredReward: { ...percent, credit: 5 } }, 'referredReward.credit', 'type'],
    [{ fraudRules: [{ rule: 'SAME_EMAIL', mod: 'off' }] }, 'fraudRules.0.mod', 'mode'],
    [{ unsignedConversions: { mode: 'limit', limt: 3 } }, 'unsignedConversions.limt', 'limit'],
  ])('the unknown field in %j is named with the nearest known one', (part, param, nearest) => {
    const refusal = programRefusal({ version: 1, ...part })
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', param })
    expect(refusal?.message).toBe(`"${param}" is not a known field. The nearest known field is "${nearest}".`)
  })
})

test('a very long name is shortened, and the names of built-in properties are fields like others', () => {
  expect(programRefusal({ ['x'.repeat(5000)]: 1 })).toMatchObject({ param: `${'x'.repeat(100)}…` })
  expect(programRefusal(JSON.parse('{"__proto__": 1}'))).toMatchObject({ param: '__proto__' })
  expect(programRefusal({ constructor: 1 })).toMatchObject({ param: 'constructor' })
})

test('what a program has is accepted, and what is no object is left to the validator', () => {
  expect(programRefusal(exampleProgram)).toBeNull()
  for (const body of [null, 'x', 1, [], { fraudRules: 'x' }, { referredReward: [] }, { theme: 1 }]) {
    expect(programRefusal(body)).toBeNull()
  }
})

test('what was read of a resource may be sent back where it is replaced, and not where it is made', () => {
  const { success, body, example } = updateWebhook
  expect(refusalOf(() => refuseUnknownField(example.answer, body, success[200]))).toBeNull()
  expect(refusalOf(() => refuseUnknownField(example.answer, createWebhook.body))).toMatchObject({
    param: 'id',
  })
})
