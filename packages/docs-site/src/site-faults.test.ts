import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'
import { faultsOf } from './site-faults.ts'

test('a link that leads nowhere, a missing anchor and a file of another host are faults of a site', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'guides'))
  writeFileSync(join(folder, 'guides/rest.html'), '<h1 id="rest">REST</h1>')
  const links = ['/docs/guides/rest#rest', '/docs/openapi.json', 'guides/rest', 'https://a.example/', '#here']
  const dead = ['/docs/guides/none', '/docs/guides/rest#gone', '/other/', '#nowhere']
  const page = (those: readonly string[]) =>
    `<p id="here"></p>${those.map((it) => `<a href="${it}">a</a>`).join('')}`
  writeFileSync(join(folder, 'index.html'), page(links))
  expect(faultsOf(folder, '/docs/')).toEqual([])
  writeFileSync(join(folder, 'index.html'), `${page(dead)}<img src="https://a.example/b.png">`)
  expect(faultsOf(folder, '/docs/')).toEqual([
    'index.html: /docs/guides/none leads nowhere',
    'index.html: /docs/guides/rest#gone has no target',
    'index.html: /other/ leads nowhere',
    'index.html: #nowhere has no target',
    'index.html loads https://a.example/b.png',
  ])
})
