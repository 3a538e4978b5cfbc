import { Marked, type Tokens } from 'marked'
import { escapeHtml } from '../../platform/escape-html.ts'

/** A guide as HTML, with its title as such. Only Markdown makes elements: HTML in its text is shown as text. */
export function guideHtml(markdown: string): { readonly title: string; readonly body: string } {
  let title = ''
  const anchors = new Map<string, number>()
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        if (depth === 1) title = escapeHtml(text.replaceAll('`', ''))
        const id = anchorOf(text, anchors)
        const content = this.parser.parseInline(tokens)
        if (depth === 1) return `<h1 id="${id}">${content}</h1>\n`
        return `<h${depth} id="${id}"><a href="#${id}">${content}</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens)
        const address = servedAddress(href)
        return address === null ? content : `<a href="${escapeHtml(address)}">${content}</a>`
      },
      code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    },
    hooks: {
      // Wide tables scroll by themselves, so that the page does not.
      postprocess: (html) =>
        html
          .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
          .replaceAll('</table>', '</table></div>'),
    },
  })
  const body = marked.parse(markdown, { async: false })
  return { title, body }
}

/** The id that GitHub gives a heading, so that links between guides work in both places. */
function anchorOf(heading: string, anchors: Map<string, number>): string {
  const id = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
  const earlier = anchors.get(id) ?? 0
  anchors.set(id, earlier + 1)
  return earlier === 0 ? id : `${id}-${earlier}`
}

/** Where a link of a guide leads in the served documentation; null for files that only the repository has. */
function servedAddress(href: string): string | null {
  if (/^(?:https?:|#)/.test(href)) return href
  const [path = '', fragment] = href.split('#')
  const page = path === 'README.md' ? './' : (references[path] ?? guideName(path))
  if (page === null) return null
  return fragment === undefined ? page : `${page}#${fragment}`
}

const references: Readonly<Record<string, string>> = {
  '../reference/errors.md': '../errors',
  '../reference/operations.md': '../',
}

/** The last part of a guide's address, or null for a file that is no guide. */
export function guideName(file: string): string | null {
  return /^([\w-]+)[.]md$/.exec(file)?.[1] ?? null
}
