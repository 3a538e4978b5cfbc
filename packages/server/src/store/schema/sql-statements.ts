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

// In the order in which PostgreSQL reads them: the quote of E'…' may be escaped, and a word may have $ in it.
const simple =
  /--[^\n]*|\/\*|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|\s+/y
const isDollarQuote = /^\$.*\$$/

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
