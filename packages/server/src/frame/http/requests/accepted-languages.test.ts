import { expect, test } from 'vitest'
import { acceptedLanguages } from './accepted-languages.ts'

test.each([
  [undefined, []],
  ['', []],
  ['de', ['de']],
  ['de-AT,de;q=0.9,en;q=0.8', ['de-AT', 'de', 'en']],
  ['pt-BR;q=0.4,fr;Q=0.5,en', ['en', 'fr', 'pt-BR']],
  ['de;q=0, en;q=0.1', ['en']],
  ['de;q=x, *', []],
  ['<script>, deutsch-, zh-Hant-TW', ['zh-Hant-TW']],
])('%j names the languages %j', (header, tags) => {
  expect(acceptedLanguages(header)).toEqual(tags)
})
