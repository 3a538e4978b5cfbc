import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildWidget } from '../build.ts'

const MAX_BYTES = 30_000

test('the widget is at most 30 kB, as it travels', () => {
  const sizes = Object.values(buildWidget()).map((text) => gzipSync(text).length)
  expect(sizes.every((it) => it > 0)).toBe(true)
  expect(sizes.reduce((sum, it) => sum + it)).toBeLessThanOrEqual(MAX_BYTES)
})

test('the widget makes no code or markup of texts, and keeps nothing with the visitor', () => {
  expect(buildWidget().js).not.toMatch(
    /innerHTML|outerHTML|insertAdjacentHTML|document[.]write|\beval\b|new Function/,
  )
  expect(buildWidget().js).not.toMatch(/localStorage|sessionStorage|indexedDB|document[.]cookie/)
})
