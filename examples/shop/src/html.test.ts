import { expect, test } from 'vitest'
import { forScript, html } from './html.ts'

test('user input is escaped everywhere in a page', () => {
  const typed = `<script>"&'`
  expect(html`<p title="${typed}">${typed}</p>`.text).toBe(
    '<p title="&lt;script&gt;&quot;&amp;&#39;">&lt;script&gt;&quot;&amp;&#39;</p>',
  )
})

test('pieces of HTML go into others as they are, one or many', () => {
  const items = ['a', 'b'].map((name) => html`<li>${name}</li>`)
  expect(html`<ul>${items}</ul>${null}${3}`.text).toBe('<ul><li>a</li><li>b</li></ul>3')
})

test('no value can end the script that it stands in', () => {
  const { text } = forScript(['init', { name: '</script><script>' }])
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toEqual(['init', { name: '</script><script>' }])
})
