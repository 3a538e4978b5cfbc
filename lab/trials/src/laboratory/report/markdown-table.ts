type Cell = string | number

/** A table of Markdown; all columns but the first are numbers. */
export function markdownTable(titles: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [titles, titles.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
