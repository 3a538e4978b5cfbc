import { expect, test } from 'vitest'
import { buildWidget } from '../build.ts'

const { js, preview } = buildWidget()

test('the widget makes no code or markup of texts, and keeps nothing with the visitor', () => {
  expect(js + preview).not.toMatch(
    /innerHTML|outerHTML|insertAdjacentHTML|document[.]write|\beval\b|new Function/,
  )
  expect(js + preview).not.toMatch(/localStorage|sessionStorage|indexedDB|document[.]cookie/)
})
