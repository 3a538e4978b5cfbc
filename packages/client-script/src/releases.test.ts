import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { listWith, releaseDate, releaseFiles } from '../build.ts'

const files = releaseFiles()
const made = (name: string) => files.find(({ path }) => path.endsWith(`/${name}`))?.make() ?? ''
const [script, widget, welcome] = ['goodword.js', 'goodword-widget.js', 'goodword-welcome.js'].map(made)
const list = JSON.parse(made('releases.json'))

test('the script has no sink that trusted types watch over, and leaves no name behind', () => {
  expect([script, widget, welcome].join('')).not.toMatch(
    /innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|Function\(|srcdoc|setAttribute/,
  )
  expect(script).toMatch(/^(?:"use strict";)?\(\(\)=>\{.*\}\)\(\);\n$/s)
})

test('the script contains the hashes of what it loads for the widget and the greeting', () => {
  expect(script).toContain(list[0].widget.integrity)
  expect(script).toContain(list[0].welcome.integrity)
})

test('every version of the script that has files is in the list', () => {
  const folders = readdirSync(new URL('../releases/', import.meta.url)).filter((it) => /^\d/.test(it))
  expect(folders.toSorted()).toEqual(list.map((it: { version: string }) => it.version).toSorted())
})

describe('a version of the script', () => {
  const release = (version: string, integrity: string, date: string | null) => {
    const file = { file: `/s/${version}/goodword.js`, integrity }
    return { version, ...file, widget: file, welcome: file, date }
  }
  const released = release('1.0.0', 'sha384-a', '2027-03-01')

  test('a version of the script that is not released is made again of other sources', () => {
    const next = release('1.1.0', 'sha384-c', null)
    expect(listWith(next, [release('1.1.0', 'sha384-b', null), released])).toEqual([next, released])
    const renamed = release('2.0.0', 'sha384-c', null)
    expect(listWith(renamed, [next, released])).toEqual([renamed, released])
  })

  test('a version of the script that is released never changes', () => {
    expect(listWith(release('1.0.0', 'sha384-a', null), [released])).toEqual([released])
    expect(() => listWith(release('1.0.0', 'sha384-b', '2027-04-01'), [released])).toThrow(
      'Raise the version',
    )
  })

  test.each([
    ['## 0.1.0, not released yet\n\n- One', null],
    ['# Changelog\n\n## 0.2.0, not released yet\n\n## 0.1.0, 2027-03-01\n', null],
    ['# Changelog\n\n## 0.1.0, 2027-03-01\n', '2027-03-01'],
    ['# Changelog\n\n## 0.1.0, 1 March 2027\n', '2027-03-01'],
    ['# Changelog\n', null],
  ])('a version of the script is released with the Goodword of the change log %j: %s', (changelog, date) => {
    expect(releaseDate(changelog)).toBe(date)
  })
})
