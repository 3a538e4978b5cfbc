import { expect, test } from 'vitest'
import { withSiteLinks } from './write-sources.ts'

const addresses = new Map([
  ['docs/guides/rest.md', 'guides/rest'],
  ['docs/guides/README.md', 'guides/'],
  ['docs/reference/errors.md', 'errors'],
])

test.each<[string, string, string]>([
  ['a guide is a page', '[a](rest.md#b)', '[a](/guides/rest#b)'],
  ['the table of contents is a folder', '[a](README.md)', '[a](/guides/)'],
  ['a file of another folder is found', '[`A[]`](../reference/errors.md)', '[`A[]`](/errors)'],
  ['a file of the repository alone is only named', 'see [a](../../deploy/b.yaml).', 'see a.'],
  ['another host and the own page stay', '[a](https://a.example) [b](#c)', '[a](https://a.example) [b](#c)'],
  ['an image keeps its file', '![a](../screenshots/a.webp)', '![a](../screenshots/a.webp)'],
  [
    'code is no link',
    '```md\n[a](rest.md)\n```\n[a](rest.md)',
    '```md\n[a](rest.md)\n```\n[a](/guides/rest)',
  ],
])('a link of a guide becomes one of the site: %s', (_what, markdown, expected) => {
  expect(withSiteLinks(markdown, 'docs/guides/a.md', addresses)).toBe(expected)
})
