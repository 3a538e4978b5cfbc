import { expect, test } from 'vitest'
import { safeJson, safeLines, safeText, withoutKeys } from './safe-text.ts'

test('a text that would change the screen is shown without its controls', () => {
  expect(safeText('a\u001b[2Jb\u009b31mc\r\u0007\u202ed\u2066')).toBe('a?[2Jb?31mc???d?')
  expect(safeText('two\nlines\tand a tab')).toBe('two lines and a tab')
  expect(safeLines('one\ntwo\u001b]0;title\u0007')).toBe('one\ntwo?]0;title?')
  expect(safeText('Zoë 李 👩‍🚀')).toBe('Zoë 李 👩‍🚀')
})

test('JSON has the same value, without characters that a screen would act on', () => {
  const value = { name: 'a\u009b31m\u202eb\u007f\u001b' }
  expect(safeJson(value)).toBe('{"name":"a\\u009b31m\\u202eb\\u007f\\u001b"}')
  expect(JSON.parse(safeJson(value))).toEqual(value)
})

test('keys are not quoted in messages', () => {
  expect(withoutKeys('gw_live_abc-DEF_1 and gw_test_x, gw_sign_y.')).toBe(
    'gw_live_… and gw_test_…, gw_sign_….',
  )
})
