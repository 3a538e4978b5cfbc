import { describe, expect, test } from 'vitest'
import { readQuery } from './search.ts'

const ada = { email: 'Ada@example.com', name: null, created: 100, metadata: { plan: 'pro', "it's": 'yes' } }
const fields = ['email', 'name', 'created']

describe('a search query', () => {
  test.each([
    ["email:'ada@example.com'", true],
    ['email:"ada@example.org"', false],
    ["email~'EXAMPLE'", true],
    ["metadata['plan']:'pro' AND created>99", true],
    ["metadata['plan']:'free' OR created>=100", true],
    ["-metadata['plan']:'pro'", false],
    ["metadata['seats']:null", true],
    ['-name:null', false],
    ['created<100', false],
    [`metadata["it's"]:'yes'`, true],
    ["email:'a\\'b'", false],
  ])('the query %s finds what fits: %s', (query, expected) => {
    expect(readQuery(query, fields)(ada)).toBe(expected)
  })

  test.each([
    "phone:'1'",
    'email',
    "email:'a' AND",
    "email:'a' email:'b'",
    "email:'a' AND email:'b' OR email:'c'",
    '',
  ])('a query that cannot be read is refused: %s', (query) => {
    expect(() => readQuery(query, fields)).toThrow()
  })
})
