import { expect, test } from 'vitest'
import { acceptedLanguage } from './accepted-language.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['DE-ch', 'de'],
  ['pt-BR,pt;q=0.9,fr;q=0.5,en;q=0.4', 'fr'],
  ['en;q=0.1, es;q=0.2', 'es'],
  ['de;q=0', 'en'],
  ['de;q=x, *', 'en'],
  ['deutsch', 'en'],
])('%j is answered in %s', (header, language) => {
  expect(acceptedLanguage(header, ['en', 'de', 'fr', 'es'])).toBe(language)
})
