import { describe, expect, test } from 'vitest'
import { readForm } from './read-form.ts'

describe('bracketed names are records and lists', () => {
  test.each([
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a[b]=1&a[c][d]=2', { a: { b: '1', c: { d: '2' } } }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a[1]=later&a[0]=first', { a: ['first', 'later'] }],
    [
      'items[0][price]=p&items[0][quantity]=2&items[1][price]=q',
      { items: [{ price: 'p', quantity: '2' }, { price: 'q' }] },
    ],
    ['discounts=', { discounts: '' }],
    ['metadata[a+b]=c%26d', { metadata: { 'a b': 'c&d' } }],
    ['metadata[__proto__]=1', { metadata: JSON.parse('{"__proto__": "1"}') }],
    ['a=1&a=2', { a: '2' }],
    ['', {}],
  ])('the form %s is read', (text, expected) => {
    expect(JSON.parse(JSON.stringify(readForm(text)))).toEqual(expected)
  })
})

test.each(['a[=1', '[a]=1', `a${'[x]'.repeat(20)}=1`])('%s is refused', (text) => {
  expect(() => readForm(text)).toThrow()
})
