import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'

/** The drawing of the front page. */
export const STORY = join(import.meta.dirname, 'story.svg')

/** How the Markdown of the repository is shown where VitePress has another opinion. */
export function adaptMarkdown(markdown: MarkdownRenderer): void {
  const { rules } = markdown.renderer
  const { escapeHtml } = markdown.utils
  // Braces in the text of a guide are no expression of a template.
  rules.text = (tokens, index) => withoutTemplates(escapeHtml(tokens[index]?.content ?? ''))
  rules.code_inline = (tokens, index) =>
    `<code>${withoutTemplates(escapeHtml(tokens[index]?.content ?? ''))}</code>`
  const { image } = rules
  rules.image = (tokens, index, options, env, renderer) =>
    tokens[index]?.attrGet('src')?.endsWith('/story.svg') === true
      ? drawing()
      : (image?.(tokens, index, options, env, renderer) ?? '')
  // A wide table scrolls by itself, also with a keyboard.
  rules.table_open = () => '<table tabindex="0">\n'
  for (const cell of ['th_open', 'td_open']) {
    rules[cell] = (tokens, index, options, _env, renderer) => {
      const token = tokens[index]
      // The parser aligns by a style, which the policy of the pages refuses.
      const [, side] = /text-align:(\w+)/.exec(token?.attrGet('style') ?? '') ?? []
      if (token !== undefined && side !== undefined) token.attrs = [['class', `align-${side}`]]
      return renderer.renderToken(tokens, index, options)
    }
  }
}

/** Part of the page, so that it has the colors of the chosen theme; each step by itself, so that they fit a narrow screen. */
function drawing(): string {
  const svg = readFileSync(STORY, 'utf8')
  const [title, text] = ['title', 'desc'].map((it) => new RegExp(`<${it} [^>]*>(.*)</${it}>`).exec(svg)?.[1])
  const steps = svg.match(/<svg class="step"[\s\S]*?<\/svg>/g) ?? []
  const placed = steps.map((it) => it.replaceAll(/ (?:x|width|height)="\d+%"/g, ''))
  return `<span class="story" role="img" aria-label="${title}. ${text}">${placed.join('')}</span>`
}

const withoutTemplates = (html: string): string => html.replaceAll('{{', '&#123;&#123;')
