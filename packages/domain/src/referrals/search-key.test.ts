import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emailSearchKey, nameKey, searchKey } from './search-key.ts'

test.each([
  ['José', 'jose'],
  ['JOSE\u0301', 'jose'],
  ['  María   del\tCarmen ', 'maria del carmen'],
  ['İpek', 'ipek'],
  ['Ａｄａ', 'ada'],
  ['Ångström', 'angstrom'],
  ['ΝΙΚΟΣ', 'νικοσ'],
  ['νίκος', 'νικοσ'],
  ['李 雷', '李 雷'],
  ['u-1@Example.com', 'u-1@example.com'],
  ['Işık', 'isik'],
  ['IŞIK', 'isik'],
  ['Łukasz Sørensen', 'lukasz sorensen'],
  ['Weiß', 'weiss'],
  ['WEISS', 'weiss'],
  ['WEIẞ', 'weiss'],
  ['', ''],
])('%j is searched by %j', (text, key) => {
  expect(searchKey(text)).toBe(key)
})

test.each([
  ['José', 'Núñez', 'jose nunez'],
  ['José', null, 'jose'],
  [null, 'Núñez', 'nunez'],
  [null, null, null],
  ['', ' ', null],
])('the name %j %j is searched by %j', (firstName, lastName, key) => {
  expect(nameKey({ firstName, lastName })).toBe(key)
})

test.each([
  ['José.García@Gmail.com', 'josegarcia@gmail.com'],
  ['jose.gar', 'josegar'],
  ['jose.garcia@mail.ex', 'josegarcia@mail.ex'],
  ['.', ''],
])('the e-mail address %j is searched by %j', (email, key) => {
  expect(emailSearchKey(email)).toBe(key)
})

const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'ΣσςΑ İIıŁłé ßẞ') }),
)

test('a key is its own key, whatever the text', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(searchKey(searchKey(text))).toBe(searchKey(text))
    }),
  )
})

test('the case of a text makes no difference, whatever the text', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(searchKey(text.toLowerCase())).toBe(searchKey(text))
    }),
  )
})

test('the beginning of a name finds it', () => {
  const words = fc.array(fc.constantFrom('Σοφοσ', 'ΝΙΚΟΣΑ', 'José', 'İpek', '김철수', 'O’Neil'), {
    minLength: 1,
  })
  fc.assert(
    fc.property(words, fc.nat({ max: 40 }), (some, length) => {
      const name = some.join('  ')
      const beginning = [...name].slice(0, length).join('')
      expect(searchKey(name).startsWith(searchKey(beginning))).toBe(true)
      const email = `${name}@mail.example.com`
      expect(emailSearchKey(email).startsWith(emailSearchKey(email.slice(0, length)))).toBe(true)
    }),
  )
})
