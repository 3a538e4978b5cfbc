import { expect, test } from 'vitest'
import { folderCircles, type Import } from './folder-circles.ts'

const imports = (...pairs: readonly (readonly [from: string, to: string])[]): readonly Import[] =>
  pairs.map(([from, to]) => ({ from: `app/${from}`, to: `app/${to}` }))

test('folders that import in one direction make no circle', () => {
  const oneWay = imports(
    ['pages/list.ts', 'parts/table.ts'],
    ['pages/list.ts', 'session.ts'],
    ['parts/table.ts', 'session.ts'],
    ['parts/deep/row.ts', 'parts/table.ts'],
  )
  expect(folderCircles(oneWay, ['app'])).toEqual([])
})

test('two folders whose files import each other make a circle, though no file does', () => {
  const both = imports(['pages/list.ts', 'parts/table.ts'], ['parts/link.ts', 'pages/address.ts'])
  expect(folderCircles(both, ['app'])).toEqual([
    'no-circle-of-folders: app: app/pages/list.ts imports app/parts/table.ts → app/parts/link.ts imports app/pages/address.ts',
  ])
})

test('a circle by way of a third folder, deep in the tree, is found where its folders part', () => {
  const three = imports(
    ['in/a/x.ts', 'in/b/x.ts'],
    ['in/b/y.ts', 'in/c/x.ts'],
    ['in/c/y.ts', 'in/a/y.ts'],
    ['top.ts', 'in/a/x.ts'],
  )
  expect(folderCircles(three, ['app'])).toEqual([
    'no-circle-of-folders: app/in: app/in/a/x.ts imports app/in/b/x.ts → app/in/b/y.ts imports app/in/c/x.ts → app/in/c/y.ts imports app/in/a/y.ts',
  ])
})

test('a folder and a file beside it that import each other make a circle', () => {
  const both = imports(['route.ts', 'pages/list.ts'], ['pages/form.ts', 'route.ts'])
  expect(folderCircles(both, ['app'])).toHaveLength(1)
})

test('imports that leave the folder do not count', () => {
  const outside: readonly Import[] = [
    { from: 'app/a/x.ts', to: 'other/b.ts' },
    { from: 'other/b.ts', to: 'app/a/y.ts' },
  ]
  expect(folderCircles(outside, ['app'])).toEqual([])
})
