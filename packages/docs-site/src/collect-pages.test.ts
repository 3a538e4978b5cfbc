import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { allEndpoints } from '@goodword/contract/all-endpoints'
import { errors } from '@goodword/contract/frame/errors'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { homePage } from './home.ts'
import { releasesOf, upgradePages } from './releases.ts'
import { fileOf } from './site-page.ts'
import { collectPages, lastChanges, withTabs } from './write-sources.ts'

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

test('the front page quotes commands of guides as they are, and a quote of none fails', () => {
  const home = markdownOf('')
  expect(home).toContain('```text\nnpm start\n```')
  expect(home).toMatch(/^KEY=gw_test_.*\nAPI=.*\nJSON=.*\nCODE=.*\n```$/m)
  expect(home).not.toMatch(/^\{/m)
  expect(withTabs(home).match(/^```py \[Python\]$/gm)).toHaveLength(2)
  expect(() => homePage('# A\n\nB\n\nC\n\n{guides/rest#None, block 1}', pages, parts)).toThrow('no block 1')
})

test('each guide has the date of its last change where git has its history, and none elsewhere', () => {
  const folder = temporaryFolder(onTestFinished)
  expect(lastChanges(folder, ['docs'])).toEqual(new Map())
  const git = (date: string, ...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      env: { ...process.env, GIT_COMMITTER_DATE: date },
    })
  const commit = (date: string, file: string) => {
    writeFileSync(join(folder, 'docs', file), date)
    git(date, 'add', '.')
    git(date, 'commit', '-qm', 'A change')
  }
  mkdirSync(join(folder, 'docs'))
  git('', 'init', '-q')
  commit('2026-01-02T00:00:00Z', 'a.md')
  commit('2026-03-04T00:00:00Z', 'b.md')
  const dates = [...lastChanges(folder, ['docs'])].map(([file, time]) => [file, new Date(time).toISOString()])
  expect(Object.fromEntries(dates)).toEqual({
    'docs/a.md': '2026-01-02T00:00:00.000Z',
    'docs/b.md': '2026-03-04T00:00:00.000Z',
  })
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
