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
      ? // Part of the page, so that it has the colors of the chosen theme.
        readFileSync(STORY, 'utf8').replace(/<style>[\s\S]*<\/style>/, '')
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

const withoutTemplates = (html: string): string => html.replaceAll('{{', '&#123;&#123;')
