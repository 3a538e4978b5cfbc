import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Where texts for friends and referrers are put together. */
const folders = [
  'packages/client-script/src/welcome',
  'packages/server/src/outbound/mails/web',
  'packages/server/src/pages/page',
  'packages/server/src/pages/share-links',
  'packages/server/src/pages/welcome',
  'packages/server/src/outbound/mails/rendering',
  'packages/widget/src',
]

// A word of ours beside another value, with no more than marks and blanks between them: their order would be that of English.
const joined =
  /translate\([^)]*\)\)?\}[ :,;.–—-]*\$\{|\$\{[^}]*\}[ :,;–—-]+\$\{(?:\w+[.(])*translate\(|translate\([^)]*\) \+/

// Two whole sentences.
const allowed = /'codeRule'.*'codesLeft'/

test('no sentence is put together from words that have an order of their own in each language', () => {
  const root = new URL('../../', import.meta.url).pathname
  const found = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((it) => it.endsWith('.ts') && !it.endsWith('.test.ts'))
      .flatMap((file) =>
        readFileSync(join(root, folder, file), 'utf8')
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => joined.test(line) && !allowed.test(line))
          .map((line) => `${folder}/${file}: ${line}`),
      ),
  )
  expect(found).toEqual([])
  expect(`\${translate('qrCode')}: \${translate('downloadAs')}`).toMatch(joined)
})
