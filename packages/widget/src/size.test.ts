import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildWidget } from '../build.ts'

const MAX_BYTES = 30_000
const { js, css, preview } = buildWidget()

test('the widget is at most 30 kB, as it travels', () => {
  const sizes = [js, css].map((text) => gzipSync(text).length)
  expect(sizes.every((it) => it > 0)).toBe(true)
  expect(sizes.reduce((sum, it) => sum + it)).toBeLessThanOrEqual(MAX_BYTES)
})

test('the widget makes no code or markup of texts, and keeps nothing with the visitor', () => {
  expect(js + preview).not.toMatch(
    /innerHTML|outerHTML|insertAdjacentHTML|document[.]write|\beval\b|new Function/,
  )
  expect(js + preview).not.toMatch(/localStorage|sessionStorage|indexedDB|document[.]cookie/)
})
