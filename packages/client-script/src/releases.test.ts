import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const releases = new URL('../releases/', import.meta.url)
const [newest] = JSON.parse(readFileSync(new URL('releases.json', releases), 'utf8'))
const [script = '', widget = '', welcome = ''] = [
  'goodword.js',
  'goodword-widget.js',
  'goodword-welcome.js',
].map((name) => readFileSync(new URL(`${newest.version}/${name}`, releases), 'utf8'))

test('the newest release has no sink that trusted types watch over, and leaves no name behind', () => {
  expect(script + widget + welcome).not.toMatch(
    /innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|Function\(|srcdoc|setAttribute/,
  )
  expect(script).toMatch(/^(?:"use strict";)?\(\(\)=>\{.*\}\)\(\);\n$/s)
})

test('the script contains the hashes of what it loads for the widget and the greeting', () => {
  expect(script).toContain(newest.widget.integrity)
  expect(script).toContain(newest.welcome.integrity)
})
