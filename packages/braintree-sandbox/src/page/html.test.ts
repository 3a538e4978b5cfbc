import { expect, test } from 'vitest'
import { html } from './html.ts'
import { indented } from './indented.ts'

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

test('XML is read more easily when each element has its line', () => {
  expect(indented('<?xml version="1.0"?>\n<a><b nil="true"/><c><d>1 < 2</d></c></a>\n')).toBe(
    '<?xml version="1.0"?>\n<a>\n  <b nil="true"/>\n  <c>\n    <d>1 < 2</d>\n  </c>\n</a>',
  )
})
