import type { GuidePart, SitePage } from './site-page.ts'

/**
 * The front page, of a text with lines in braces: `{guides/rest#Heading, block 2}` is a block of code of a guide,
 * which the tests of that guide run, and `{guides}` all guides.
 *
 * @throws Error where there is no such block
 */
export function homePage(text: string, pages: readonly SitePage[], parts: readonly GuidePart[]): SitePage {
  const byAddress = new Map(pages.map((it) => [it.address, it]))
  const markdown = text
    .replaceAll('../../../docs/screenshots/', './screenshots/')
    .replace(/^\{guides\}$/m, parts.map((it) => listOf(it, byAddress)).join('\n'))
    .replaceAll(/^\{([\w/-]+)#(.+), block (\d+)\}$/gm, (_line, address, heading, index) =>
      blockOf(byAddress.get(address)?.markdown ?? '', heading, Number(index)),
    )
    // Quotes without an empty line between them are one block.
    .replaceAll('\n```\n```sh\n', '\n')
  const [, name = '', sentence = '', tagline = ''] = /^# (.+)\n\n(.+)\n\n([\s\S]+?)\n\n/.exec(markdown) ?? []
  return {
    address: '',
    title: name,
    description: 'referral tracking that you run yourself',
    markdown,
    layout: {
      layout: 'home',
      hero: {
        name,
        text: sentence,
        tagline: tagline.replaceAll('\n', ' '),
        actions: [
          { theme: 'brand', text: 'Quick start', link: '/guides/quick-start' },
          { theme: 'alt', text: 'API reference', link: '/reference/' },
        ],
      },
    },
  }
}

function listOf({ title, addresses }: GuidePart, pages: ReadonlyMap<string, SitePage>): string {
  return `- **${title}**: ${addresses.map((it) => `[${pages.get(it)?.title}](/${it})`).join(', ')}`
}

function blockOf(markdown: string, heading: string, index: number): string {
  const [, section = ''] = markdown.split(`\n## ${heading}\n`)
  const block = [...section.matchAll(/^```[\s\S]*?^```$/gm)][index - 1]?.[0]
  if (block === undefined) throw new Error(`no block ${index} below "${heading}"`)
  return block
}
