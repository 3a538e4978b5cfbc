import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createFrame } from '../server/test-frame.ts'
import { guideHtml } from './guide-html.ts'
import { serveGuides } from './guides.ts'

const { app } = createFrame()
serveGuides(app)
const names = readdirSync(new URL('../../../../../docs/guides/', import.meta.url))
  .map((file) => file.replace('.md', ''))
  .filter((name) => name !== 'README')

const page = (name: string) => app.inject(`/docs/guides/${name}`)
const linksIn = (html: string) => [...html.matchAll(/ href="([^"]*)"/g)].map(([, href]) => `${href}`)

describe('the guides', () => {
  test('the guides are reached from their table of contents', async () => {
    expect((await app.inject('/docs/guides')).headers.location).toBe('/docs/guides/')
    expect(linksIn((await page('')).body)).toEqual(expect.arrayContaining(names))
  })

  test.each(['', ...names])(
    'the guide %s is a page with working links that loads and runs nothing',
    async (name) => {
      const { statusCode, headers, body } = await page(name)
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
      expect(body).toMatch(/<title>[^<]+ · Goodword<\/title>/)
      expect(body).not.toMatch(/<script|<img| style="/)
      const outside = ['../../', '../', '../errors']
      for (const href of linksIn(body).filter((it) => !outside.includes(it) && !it.startsWith('https:'))) {
        const [file = '', anchor] = href.split('#')
        const target = file === '' ? body : (await page(file)).body
        expect(target, `${href} leads nowhere`).toContain('<main>')
        if (anchor !== undefined) expect(target, `${href} has no target`).toContain(` id="${anchor}"`)
      }
    },
  )
})

describe('the Markdown of a guide', () => {
  test.each<[string, string, string]>([
    ['HTML is shown as text', 'a <b onclick="x">', '<p>a &#60;b onclick=&#34;x&#34;&#62;</p>'],
    ['a block of HTML too', '<script>x</script>', '&#60;script&#62;x&#60;/script&#62;'],
    ['a guide is a page', '[a](rest.md#b)', '<p><a href="rest#b">a</a></p>'],
    ['the table of contents too', '[a](README.md)', '<p><a href="./">a</a></p>'],
    ['so is the reference', '[a](../reference/errors.md)', '<p><a href="../errors">a</a></p>'],
    ['a file of the repository is only named', '[a](../../deploy/b.yaml)', '<p>a</p>'],
    ['a script is no address', '[a](javascript:x)', '<p>a</p>'],
  ])('the Markdown of a guide becomes a page: %s', (_what, markdown, html) => {
    expect(guideHtml(markdown).body.trim()).toBe(html)
  })

  test('headings have the anchors of GitHub, each its own', () => {
    const { title, body } = guideHtml(
      '# A `b`, c & d\n\n## 3. At checkout: what?\n\n## 3. At checkout: what?',
    )
    expect(title).toBe('A b, c &#38; d')
    expect([...body.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)).toEqual([
      'a-b-c--d',
      '3-at-checkout-what',
      '3-at-checkout-what-1',
    ])
  })
})
