import { programDefaults } from '@goodword/contract/program/program'
import { expect, test } from 'vitest'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { parseProgram } from './program-file.ts'

test('a program file is read as the API shows a program', () => {
  const program = { ...programDefaults, version: 3, cookieDays: 30 }
  expect(parseProgram(JSON.stringify(program))).toEqual({
    settings: { ...programDefaults, cookieDays: 30 },
    version: 3,
    names: Object.keys(programDefaults),
  })
})

test('a version may be left out', () => {
  expect(parseProgram('{}').version).toBeNull()
  expect(parseProgram('{"version":null}').version).toBeNull()
})

test.each([
  ['', 'JSON'],
  ['[]', 'one JSON object'],
  ['null', 'one JSON object'],
  ['{"version":"3"}', '"version"'],
  ['{"version":1.5}', '"version"'],
  ['{"landngPage":null}', 'The nearest known field is "landingPage".'],
  ['{"referredReward":{"type":"PCT_DISCOUNT","discountPerc":5}}', '"referredReward.discountPerc"'],
  ['{"cookieDays":0}', '"cookieDays"'],
  ['{"referredReward":{"type":"PCT_DISCOUNT","discountPercent":10.001}}', '"referredReward.discountPercent"'],
])('%s is refused with a word of %s', (text, word) => {
  expect(() => parseProgram(text)).toThrow(OperatorError)
  expect(() => parseProgram(text)).toThrow(word)
})
