import { posix } from 'node:path'

/** Where the Markdown files of the repository are on the site. Other files are on the repository alone. */
export type Addresses = ReadonlyMap<string, string>

/**
 * Replaces the links of a Markdown file, which lead to other files of the repository, by addresses of the site. A link to a file
 * that the site does not have becomes its text. Code stays as it is.
 */
export function withSiteLinks(markdown: string, file: string, addresses: Addresses): string {
  return outsideOfFences(markdown, (text) =>
    // An image keeps its path: the build copies its file.
    text.replaceAll(/(!?)\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^()\s]+)\)/g, (link, image, words, target) =>
      image === '' ? linkTo(words, target, file, addresses) : link,
    ),
  )
}

function linkTo(words: string, target: string, file: string, addresses: Addresses): string {
  if (/^(?:https?:|mailto:|#)/.test(target)) return `[${words}](${target})`
  const [path = '', anchor] = target.split('#')
  const address = addresses.get(posix.join(posix.dirname(file), path))
  return address === undefined ? words : `[${words}](/${address}${anchor === undefined ? '' : `#${anchor}`})`
}

/** Changes the text of a Markdown file, and not its fenced blocks. */
function outsideOfFences(markdown: string, change: (text: string) => string): string {
  return markdown
    .split(/^(\s*```[^\n]*\n[\s\S]*?^\s*```\s*?$)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')
}
