import { expect, test } from 'vitest'
import { newestRelease, pageSnippet } from './snippets.ts'

const release = (version: string) => ({
  version,
  file: `/s/${version}/goodword.js`,
  integrity: 'sha384-abc',
  date: '2027-03-01',
})

test('the newest release is found by its numbers, not by its digits', () => {
  expect(newestRelease(['1.9.0', '1.10.0', '1.2.11'].map(release))?.version).toBe('1.10.0')
  expect(newestRelease([])).toBeNull()
})

test('the snippet names the program, and a fixed release has its hash', () => {
  expect(pageSnippet('https://refer.example', 'acme')).toContain(`tenant_alias: 'acme'`)
  const fixed = pageSnippet('https://refer.example', 'acme', release('1.2.0'))
  expect(fixed).toContain('src="https://refer.example/s/1.2.0/goodword.js?tenant=acme"')
  expect(fixed).toContain('integrity="sha384-abc"')
})
