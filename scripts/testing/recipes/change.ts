import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A spot of a file that a person edits: its lines before and after the edit. */
type Hunk = { readonly before: string; readonly after: string }

/** The edits at one place of one file; a person who forgets the place forgets them all. */
export type Place = { readonly file: string; readonly name: string; readonly hunks: readonly Hunk[] }

/** A change that a recipe describes, as an example of it. */
export type Change = {
  readonly name: string
  /** The page of the recipe and its heading, as in a link. */
  readonly page: string
  readonly heading: string
  /** The most files that the change should need. */
  readonly aim: number | null
  readonly places: readonly Place[]
  /** The files of its places, each once. */
  readonly files: readonly string[]
}

/** The examples of all recipes that have one, by name. */
export function readChanges(): readonly Change[] {
  const paths = globSync(join(import.meta.dirname, '*.patch')).toSorted()
  return paths.map((path) => readChange(basename(path, '.patch'), readFileSync(path, 'utf8')))
}

/**
 * Reads a change. `+++` begins a file; `@@` with a name begins a place of it, and without one a further spot of that place. Lines as
 * in a patch, without numbers, follow: a spot is where its old lines are, of which the last may end with `…` for any end.
 */
export function readChange(name: string, text: string): Change {
  const places: { file: string; name: string; hunks: { before: string; after: string }[] }[] = []
  let file = ''
  let page = ''
  let aim: number | null = null
  for (const line of text.split('\n')) {
    const [, word, rest = ''] = /^(page|aim|\+\+\+|@@)(?: (.*))?$/.exec(line) ?? []
    if (word === 'page') page = rest
    else if (word === 'aim') aim = Number(rest)
    else if (word === '+++') file = rest
    else if (word === '@@') {
      if (rest !== '') places.push({ file, name: rest, hunks: [] })
      places.at(-1)?.hunks.push({ before: '', after: '' })
    } else if (line !== '') {
      const hunk = places.at(-1)?.hunks.at(-1)
      const kind = line.charAt(0)
      if (hunk === undefined || !' +-'.includes(kind)) throw new Error(`${name} has the line ${line}`)
      const end = line.endsWith('…') ? line.slice(1, -1) : `${line.slice(1)}\n`
      if (kind !== '+') hunk.before += end
      if (kind !== '-') hunk.after += end
    }
  }
  const [path = '', heading = ''] = page.split('#')
  const files = [...new Set(places.map((it) => it.file))]
  return { name, page: path, heading, aim, places, files }
}

/** A file after those of these places were edited that are in it; `null` is one that does not exist. */
export function edited(file: string, text: string | null, places: readonly Place[]): string | null {
  const hunks = places.filter((it) => it.file === file).flatMap((it) => it.hunks)
  return hunks.reduce<string | null>((edited, { before, after }) => {
    if (edited === null && before === '') return after
    const lines = `\n${edited ?? ''}`
    const at = lines.indexOf(`\n${before}`)
    if (before === '' || at === -1 || lines.includes(`\n${before}`, at + 1)) {
      throw new Error(`${file} does not have this once:\n${before}`)
    }
    return `${lines.slice(0, at + 1)}${after}${lines.slice(at + 1 + before.length)}`.slice(1)
  }, text)
}
