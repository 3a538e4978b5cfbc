import { expect, test } from 'vitest'
import { html } from './html.ts'

test('values are text, however they look', () => {
  const value = `<script>'"&`
  expect(html`<p title="${value}">${value}</p>`.text).toBe(
    '<p title="&lt;script&gt;&#39;&quot;&amp;">&lt;script&gt;&#39;&quot;&amp;</p>',
  )
})

test('HTML in HTML stays as it is, also in lists, and nothing is nothing', () => {
  expect(html`<ul>${[1, 2].map((it) => html`<li>${it}</li>`)}${null}${false}</ul>`.text).toBe(
    '<ul><li>1</li><li>2</li></ul>',
  )
})
