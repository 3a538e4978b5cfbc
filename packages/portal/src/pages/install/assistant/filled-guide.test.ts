import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filledGuide } from './filled-guide.ts'

const guide = readFileSync(
  new URL('../../../../../../docs/guides/reference/integrate.md', import.meta.url),
  'utf8',
)
const filled = (apiKey: string | null) =>
  filledGuide(guide, { origin: 'https://refer.example.com', alias: 'test_acme', apiKey })

test('the steps for an assistant name the program, its address and its key, and create no other program', () => {
  const text = filled('gw_test_secret')
  expect(text).toContain('KEY=gw_test_secret\nAPI=https://refer.example.com/api/v1/test_acme\n')
  expect(text).toContain("tenant_alias: 'test_acme'")
  expect(text).not.toMatch(/florist|127[.]0[.]0[.]1|tenant create|The portal has|[.]md[)]/)
  expect(text).toContain('](https://refer.example.com/docs/guides/reference/stripe)')
  const headings = (markdown: string) => markdown.match(/^## .+$/gm)
  expect(headings(text)).toEqual(headings(guide))
})

test('the steps for an assistant say where a key goes while there is none', () => {
  expect(filled(null)).toContain('KEY=gw_test_…    # an API key')
})
