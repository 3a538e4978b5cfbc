import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { allEndpoints } from '@goodword/contract/all-endpoints'
import { errors } from '@goodword/contract/frame/errors'
import { expect, test } from 'vitest'
import { collectPages } from './collect-pages.ts'
import { releasesOf, upgradePages } from './releases.ts'
import { fileOf } from './site-page.ts'

const root = resolve(import.meta.dirname, '../../..')
const { pages, parts } = collectPages(root)
const markdownOf = (address: string) => pages.find((it) => it.address === address)?.markdown ?? ''

test('the site has every guide once in its menu, each with a description', () => {
  const guides = readdirSync(resolve(root, 'docs/guides'), { recursive: true, encoding: 'utf8' }).filter(
    (it) => it.endsWith('.md') && it !== 'README.md',
  )
  expect(parts.flatMap((it) => it.addresses).toSorted()).toEqual(
    guides.map((it) => `guides/${it.replace('.md', '')}`).toSorted(),
  )
  expect(pages.filter((it) => it.description === '').map((it) => it.address)).toEqual([])
  expect(new Set(pages.map((it) => fileOf(it.address))).size).toBe(pages.length)
})

test('the API reference of the site has every operation with its fields, an example and its errors', () => {
  const reference = pages.filter((it) => it.address.startsWith('reference/'))
  const text = reference.map((it) => it.markdown).join('\n')
  for (const { method, path } of allEndpoints)
    expect(text).toContain(`${method} /api/v1/{tenantAlias}${path}`)
  const accounts = markdownOf('reference/accounts')
  expect(accounts).toContain('| `subscription.status`? | `"TRIAL" \\| "FREE" \\| "PAID" \\| "CANCELLED"` |')
  expect(accounts).toContain('[`SELF_REFERRAL`](/errors#SELF_REFERRAL)')
  for (const code of Object.keys(errors)) expect(markdownOf('errors')).toContain(`\n## ${code}\n`)
})

test('the page of a release begins with what it asks of an operator', () => {
  const changelog = `# Changelog

## 0.2.0, 1 March 2027

- A feature.
- **Action needed**: set a value
  before the upgrade.

## 0.1.0, not released yet

- The first.
`
  const [list, second, first] = upgradePages(releasesOf(changelog), 'make-backup')
  expect(list?.markdown).toContain('- [0.2.0](/upgrade/0.2.0) · 1 March 2027\n- [0.1.0](/upgrade/0.1.0)')
  const [before = '', after = ''] = second?.markdown.split('## The upgrade') ?? []
  expect(before).toContain('- **Action needed**: set a value\n  before the upgrade.')
  expect(before).not.toContain('A feature')
  expect(after).toContain('make-backup')
  expect(after).toContain('- A feature.')
  expect(first?.markdown).toContain('Nothing in this release asks you')
})
