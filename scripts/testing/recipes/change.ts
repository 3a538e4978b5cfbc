import { basename } from 'node:path'

/** A spot of a file that a person edits: lines that are there before, and what they are afterwards. */
type Hunk = { readonly before: string; readonly after: string }

/** What is edited at one place of one file; a person who forgets it forgets all of it. */
export type Place = { readonly file: string; readonly name: string; readonly hunks: readonly Hunk[] }

/** A change that a recipe describes, as an example of it. */
export type Change = {
  readonly name: string
  /** The page of the recipe and, if that has several, its heading as in a link. */
  readonly page: string
  readonly heading: string | null
  /** The most files that the change should need. */
  readonly aim: number | null
  readonly places: readonly Place[]
}

/**
 * Reads a change. `+++` begins a file; `@@` with a name begins a place of it, and without one a further spot of that place. Lines as
 * in a patch, without numbers, follow: a spot is where its old lines are, of which the last may end with `…` for any end.
 */
export function readChange(path: string, text: string): Change {
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
      if (hunk === undefined || !' +-'.includes(kind)) throw new Error(`${path} has the line ${line}`)
      const end = line.endsWith('…') ? line.slice(1, -1) : `${line.slice(1)}\n`
      if (kind !== '+') hunk.before += end
      if (kind !== '-') hunk.after += end
    }
  }
  const [name = '', heading = null] = page.split('#')
  return { name: basename(path, '.patch'), page: name, heading, aim, places }
}

/** A file after these places of it were edited; `null` is one that does not exist. */
export function edited(text: string | null, places: readonly Place[]): string | null {
  return places
    .flatMap((place) => place.hunks.map((hunk) => ({ place, hunk })))
    .reduce<string | null>((before, { place, hunk }) => {
      if (before === null && hunk.before === '') return hunk.after
      const parts = `\n${before ?? ''}`.split(`\n${hunk.before}`)
      if (parts.length !== 2 || hunk.before === '') {
        throw new Error(`${place.file} has ${parts.length - 1} places for "${place.name}":\n${hunk.before}`)
      }
      return parts.join(`\n${hunk.after}`).slice(1)
    }, text)
}
