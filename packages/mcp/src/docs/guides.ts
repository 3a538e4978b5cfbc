import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import MiniSearch from 'minisearch'

/** A section of a guide, from its heading to the next one. */
export type Passage = {
  readonly guide: string
  readonly heading: string
  readonly text: string
}

export type Guides = {
  /** The passages that fit best, best first. */
  readonly search: (query: string, limit: number) => readonly Passage[]
}

/** The guides in a checkout, or beside the built package. */
const FOLDERS = ['../../../../docs/guides/', './guides/']

/** The guides of this release. They are read and indexed at the first search. */
export function openGuides(folder = guidesFolder()): Guides {
  let index: MiniSearch<Entry> | null = null
  return {
    search(query, limit) {
      index ??= indexOf(readPassages(folder))
      return index
        .search(query)
        .slice(0, limit)
        .map(({ guide, heading, text }) => ({ guide, heading, text }))
    },
  }
}

type Entry = Passage & { readonly id: number }

function guidesFolder(): string {
  const found = FOLDERS.map((it) => fileURLToPath(new URL(it, import.meta.url))).find((it) => existsSync(it))
  if (found === undefined) throw new Error('guides not found beside the MCP server')
  return found
}

function readPassages(folder: string): readonly Passage[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (it) => it.endsWith('.md') && it !== 'README.md',
  )
  return files
    .sort()
    .flatMap((file) => passagesOf(file.slice(0, -3), readFileSync(`${folder}/${file}`, 'utf8')))
}

/** Splits a guide at its headings. A `#` within a code block is a comment. */
export function passagesOf(guide: string, markdown: string): readonly Passage[] {
  const passages: { guide: string; heading: string; lines: string[] }[] = []
  let isCode = false
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const heading = isCode ? null : /^#{1,3} (.+)$/.exec(line)
    if (heading !== null) passages.push({ guide, heading: heading[1] ?? '', lines: [] })
    else passages.at(-1)?.lines.push(line)
  }
  return passages
    .map(({ heading, lines }) => ({ guide, heading, text: lines.join('\n').trim() }))
    .filter(({ text }) => text !== '')
}

/** Words that most sections have say nothing about what is looked for. */
const stopWords = new Set(
  'a an and are as at be by can do does for from how i in is it my of on or that the to what when with you your'.split(
    ' ',
  ),
)

function indexOf(passages: readonly Passage[]): MiniSearch<Entry> {
  const known = new Set<string>()
  const wordOf = (term: string) => {
    const word = term.toLowerCase()
    return stopWords.has(word) ? null : word
  }
  const index = new MiniSearch<Entry>({
    fields: ['heading', 'guide', 'text'],
    storeFields: ['guide', 'heading', 'text'],
    processTerm(term) {
      const word = wordOf(term)
      if (word !== null) known.add(word)
      return word
    },
    searchOptions: {
      tokenize: (query) => [...new Set<string>(MiniSearch.getDefault('tokenize')(query))],
      processTerm: wordOf,
      boost: { heading: 3, guide: 2 },
      prefix: (term) => term.length > 3,
      // Looking for similar terms takes most of a search.
      fuzzy: (term) => !known.has(term) && 0.15,
    },
  })
  index.addAll(passages.map((passage, id) => ({ ...passage, id })))
  return index
}
