import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deadLinks } from '@goodword/testing/dead-links'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './steps.ts'
import { filesOf } from './tree-files.ts'

const files = [...filesOf(root)]
const pages = files.filter(({ path }) => path.endsWith('.md'))

test('every link of every Markdown file leads to something that is there', async () => {
  const dead = await Promise.all(
    pages.map(async ({ path }) => (await deadLinks(join(root, path))).map((link) => `${path}: ${link}`)),
  )
  expect(dead.flat()).toEqual([])
})

test('the index of the design names every chapter once', () => {
  const index = pages.find(({ path }) => path === 'docs/design/README.md')?.text ?? ''
  const named = [...index.matchAll(/\]\(([\w-]+[.]md)\)/g)].map(([, name]) => `docs/design/${name}`)
  const chapters = pages.map(({ path }) => path).filter((path) => /^docs\/design\/(?!README)/.test(path))
  expect(named.toSorted()).toEqual(chapters.toSorted())
})

test('every document that a comment names is there', () => {
  const sources = files.filter(({ path }) => /[.](?:ts|tsx|mjs|sql|sh|ya?ml)$/.test(path))
  const missing = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^\s*(?:\/\/|\/?[*]|--|#).*?(docs\/(?:design|guides|reference)\/[\w/-]+)/gm)]
      .map(([, document = '']) => document)
      .filter((document) => !existsSync(join(root, `${document}.md`)))
      .map((document) => `${path}: ${document}`),
  )
  expect(missing).toEqual([])
})

test('links to missing files and headings are dead; addresses and links within code are no links', async () => {
  const file = join(temporaryFolder(onTestFinished), 'a.md')
  const links = [
    '[a](a.md#one)',
    '[b](b.md)',
    '[folder](.)',
    '[c](#two)',
    '[d](https://d.example)',
    '[e](/e)',
  ]
  writeFileSync(file, `# One\n\n\`[f](f.md)\`\n\n\`\`\`md\n[g](g.md)\n\`\`\`\n\n${links.join('\n')}\n`)
  expect(await deadLinks(file)).toEqual(['b.md', '#two'])
})
