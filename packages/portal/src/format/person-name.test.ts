import { expect, test } from 'vitest'
import { accountName, personName } from './person-name.ts'

const nobody = { id: 'u_1', email: null, firstName: null, lastName: null }
const erased = 'erased-0b8f3c9e-5a4d-4c1e-9f00-3c5e8a1b2d4f'

test('a person is called by name, else by e-mail address, else by ID', () => {
  expect(personName({ ...nobody, firstName: 'Ada', lastName: 'Lovelace', email: 'a@b.c' })).toBe(
    'Ada Lovelace',
  )
  expect(personName({ ...nobody, email: 'a@b.c' })).toBe('a@b.c')
  expect(personName(nobody)).toBe('u_1')
})

test('an erased person and an erased account are called so, and not by their placeholders', () => {
  expect(personName({ ...nobody, id: erased })).toBe('Erased person')
  expect(accountName(erased, null)).toBe('Erased account')
  expect(accountName(erased, { ...nobody, id: erased })).toBe('Erased person')
  expect(accountName('acct_dana', null)).toBe('acct_dana')
})
