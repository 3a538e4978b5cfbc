/** A fenced block of a guide, and the line that it begins on. */
export type Block = { readonly language: Language; readonly text: string; readonly line: number }

/**
 * `sh` is run, `ts` is a file, `json`, `jsonc` and `http` are what the `sh` before it answers. `html` is for a
 * browser, where the stories try it; tests of their own run `py`, `php` and `rb`. Only `text` is not checked.
 */
const languages = ['sh', 'ts', 'json', 'jsonc', 'http', 'html', 'py', 'php', 'rb', 'text'] as const
type Language = (typeof languages)[number]

/** Every fenced block of a markdown text, in its order. */
export function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = []
  let open: { readonly language: string; readonly line: number; readonly lines: string[] } | null = null
  for (const [index, line] of markdown.split('\n').entries()) {
    if (open === null) {
      const [, infoString] = /^```(.*)$/.exec(line) ?? []
      if (infoString !== undefined) open = { language: infoString.trim(), line: index + 1, lines: [] }
    } else if (line === '```') {
      blocks.push(blockOf(open.language, open.lines.join('\n'), open.line))
      open = null
    } else {
      open.lines.push(line)
    }
  }
  if (open !== null) throw new Error(`line ${open.line}: the block is never closed`)
  return blocks
}

function blockOf(name: string, text: string, line: number): Block {
  const language = languages.find((it) => it === name)
  if (language !== undefined) return { language, text, line }
  throw new Error(`line ${line}: a block is one of ${languages.join(', ')}, not "${name}"`)
}
