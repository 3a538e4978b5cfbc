import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const releases = new URL('../releases/', import.meta.url)
const [newest] = JSON.parse(readFileSync(new URL('releases.json', releases), 'utf8'))
const script = readFileSync(new URL(`${newest.version}/goodword.js`, releases))

test('the newest release takes at most 4.5 kB on its way to a page', () => {
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(4500)
})

test('the newest release has no sink that trusted types watch over, and leaves no name behind', () => {
  const text = script.toString('utf8')
  expect(text).not.toMatch(
    /innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|Function\(|srcdoc|setAttribute/,
  )
  expect(text).toMatch(/^(?:"use strict";)?\(\(\)=>\{.*\}\)\(\);\n\/\/# sourceMappingURL/s)
})
