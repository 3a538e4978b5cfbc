import { readdir, readFile } from 'node:fs/promises'

// In the order in which PostgreSQL reads them: the quote of E'…' may be escaped, and a word may have $ in it.
const simple =
  /--[^\n]*|\/\*|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|\s+/y

const isDollarQuote = /^\$.*\$$/

/** The migrations of this release. */
export const releaseMigrations = new URL('../../../migrations/', import.meta.url)

/**
 * The last migration of the baseline, and that of the schema which it has replaced. Both have the same tables with the same columns,
 * so that a backup with the one can be restored into the other.
 */
export const baseline = { last: '0016_erasure', replaced: '0140_used_call_budgets' } as const

/** A migration as it is written down; its name is that of its file, without the ending. */
export type MigrationFile = {
  readonly name: string
  readonly statements: readonly string[]
  /**
   * Its statements must run outside of a transaction, which building an index without stopping writes takes; the others of
   * a file run in one.
   */
  readonly isApart: boolean
}

/** The migrations in a folder, oldest first. */
export async function readMigrationFiles(folder: URL): Promise<readonly MigrationFile[]> {
  return Promise.all(
    (await readMigrationNames(folder)).map(async (name) => {
      const statements = sqlStatements(await readFile(new URL(`${name}.sql`, folder), 'utf8'))
      const isApart = statements.some((it) => /\bindex\s+concurrently\b/i.test(it))
      return { name, statements, isApart }
    }),
  )
}

/** Their names alone, in the same order. */
export async function readMigrationNames(folder: URL): Promise<readonly string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return files.map((file) => file.slice(0, -'.sql'.length))
}

/**
 * Splits a text of SQL into its statements, without the comments before them and the semicolons after them. Bodies of
 * functions must be quoted: `begin atomic` is not recognized.
 */
export function sqlStatements(text: string): readonly string[] {
  const statements: string[] = []
  let start = 0
  let hasCode = false
  let depth = 0
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at)
    at += token.length
    if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    if (token === ';' && depth === 0) {
      if (hasCode) statements.push(text.slice(start, at - 1).trim())
      hasCode = false
    } else if (!hasCode && !isBlank(token)) {
      start = at - token.length
      hasCode = true
    }
  }
  if (hasCode) statements.push(text.slice(start).trim())
  return statements
}

/** A word, a comment, something quoted as a whole, or one other character. */
function tokenAt(text: string, at: number): string {
  simple.lastIndex = at
  const token = simple.exec(text)?.[0] ?? text.charAt(at)
  if (token === '/*') return text.slice(at, endOfComment(text, at))
  if (isDollarQuote.test(token)) return text.slice(at, endAfter(text, token, at + token.length))
  return token
}

function isBlank(token: string): boolean {
  return token.startsWith('--') || token.startsWith('/*') || token.trim() === ''
}

/** Comments of this form are nested. */
function endOfComment(text: string, at: number): number {
  let depth = 0
  for (let next = at; next < text.length; next += 1) {
    const pair = text.slice(next, next + 2)
    if (pair === '/*') depth += 1
    else if (pair === '*/') depth -= 1
    else continue
    next += 1
    if (depth === 0) return next + 1
  }
  return text.length
}

function endAfter(text: string, quote: string, from: number): number {
  const end = text.indexOf(quote, from)
  return end < 0 ? text.length : end + quote.length
}
