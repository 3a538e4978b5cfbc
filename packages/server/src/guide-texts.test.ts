import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type FraudRuleName, fraudRuleNames, fraudRules, isHistoryRule } from '@goodword/domain/fraud/fraud'
import { mailKinds } from '@goodword/domain/outbound/mail'
import { rewardTypes } from '@goodword/domain/rewards/reward'
import { expect, test } from 'vitest'
import { blocksOf } from './testing/guides/guide-blocks.ts'

const root = resolve(import.meta.dirname, '../../..')
const guides = join(root, 'docs/guides')
const names = (await readdir(guides, { recursive: true })).filter((it) => it.endsWith('.md'))
const read = (name: string) => readFile(join(guides, name), 'utf8')

test('what a guide quotes of an example is what the example has', async () => {
  const quotes: string[] = []
  for (const name of names) {
    for (const { text } of blocksOf(await read(name))) {
      const [first = '', ...rest] = text.split('\n')
      const [, path] = /^(?:\/\/|<!--) (examples\/\S+)/.exec(first) ?? []
      if (path === undefined) continue
      quotes.push(path)
      expect(`${rest.join('\n')}\n`, `${name} quotes ${path}`).toBe(await readFile(join(root, path), 'utf8'))
    }
  }
  expect(quotes.length).toBeGreaterThan(8)
})

test('the table of contents names every guide once', async () => {
  const links = [...(await read('README.md')).matchAll(/\]\((?:\.\/)?([\w/-]+\.md)\)/g)].map(([, it]) => it)
  expect(links.toSorted()).toEqual(names.filter((it) => it !== 'README.md').toSorted())
})

test('the guide to fraud rules has a part for each rule, which says how it begins', async () => {
  const parts = (await read('reference/fraud-rules.md')).matchAll(/^### `(\w+)`\n\nAt first: (.+)[.]$/gm)
  expect([...parts].map(([, rule, start]) => [rule, start])).toEqual(
    fraudRuleNames.map((it) => [it, beginningOf(it)]),
  )
})

test.each([
  ['emails.md', 'The kinds', mailKinds],
  ['rewards.md', 'The types', rewardTypes],
])('the table of %s below “%s” has a row for each', async (name, heading, expected) => {
  const [, section = ''] = (await read(name)).split(`\n## ${heading}\n`)
  const [table = ''] = /(?:^[|].*\n)+/m.exec(section) ?? []
  const rows = [...table.matchAll(/^[|] `([A-Z_]+)`/gm)].map(([, first = '']) => first)
  expect(rows.toSorted()).toEqual(expected.toSorted())
})

function beginningOf(name: FraudRuleName): string {
  if (!isHistoryRule(name)) return fraudRules[name].startsAs === 'shadow' ? 'shadow' : 'denies'
  const { startsAs, holds, thresholds } = fraudRules[name]
  const limits = Object.keys(thresholds).map((it) => `\`${it}\``)
  const start = startsAs !== 'active' ? startsAs : holds === 'both' ? 'holds both' : 'holds'
  return limits.length === 0 ? start : `${start}; thresholds ${limits.join(', ')}`
}
