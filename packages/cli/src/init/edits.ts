import type { FileChange } from './plan.ts'
import type { Project } from './project.ts'

/** A new file; none where one of that name is: it may have been changed since. */
export function newFile(project: Project, path: string, after: string): readonly FileChange[] {
  return project.has(path) ? [] : [{ path, before: null, after }]
}

/** Inserts lines after the last of the imports at the top of a module; at its beginning without any. */
export function afterImports(text: string, line: string): string {
  const lines = text.split('\n')
  let last = -1
  let isOpen = false
  for (const [index, it] of lines.entries()) {
    // The export of a module may be called at once, as in `require('fastify')()`, which is no mere import.
    const isImport =
      /^import\b(?!\s*\()/.test(it) || /^(?:const|let|var)\s.*=\s*require\([^()]*\)(?!\s*\()/.test(it)
    if (isImport && !isOpen) {
      last = index
      // An import of several lines ends with the one that names its module.
      isOpen = /^import\b/.test(it) && !/['"]\s*;?\s*$/.test(it)
    } else if (isOpen) {
      last = index
      isOpen = !/['"]\s*;?\s*$/.test(it)
    } else if (it.trim() !== '' && !isPreamble(it)) break
  }
  return inserted(lines, last === -1 ? preambleLines(lines) : last + 1, line)
}

/** The indentation of a line inside of one that has this. */
export function deeper(indentation: string): string {
  return indentation + (indentation.includes('\t') ? '\t' : '  ')
}

/** Inserts a line after the first line that matches, with the same indentation. */
export function afterLine(text: string, pattern: RegExp, line: string): string | null {
  const lines = text.split('\n')
  const index = lines.findIndex((it) => pattern.test(it))
  if (index === -1) return null
  const indentation = /^\s*/.exec(lines[index] ?? '')?.[0] ?? ''
  return inserted(lines, index + 1, indentation + line)
}

/** Inserts a line after the statement that begins on the first line that matches, with the same indentation. */
export function afterStatement(text: string, pattern: RegExp, line: string): string | null {
  const lines = text.split('\n')
  const start = lines.findIndex((it) => pattern.test(it))
  if (start === -1) return null
  let depth = 0
  let end = start
  for (let index = start; index < lines.length; index += 1) {
    depth += depthOf(lines[index] ?? '')
    end = index
    // A call of a method on what the statement made may begin the next line.
    if (depth <= 0 && !/^\s*[.]/.test(lines[index + 1] ?? '')) break
  }
  const indentation = /^\s*/.exec(lines[start] ?? '')?.[0] ?? ''
  return inserted(lines, end + 1, indentation + line)
}

/** How many more brackets a line opens than it closes, those in its texts and comments left out. */
function depthOf(line: string): number {
  const code = line
    .replaceAll(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`/g, '')
    .replace(/\/\/.*$/, '')
  return (code.match(/[([{]/g) ?? []).length - (code.match(/[)\]}]/g) ?? []).length
}

function inserted(lines: readonly string[], index: number, line: string): string {
  // A file of Windows keeps its line ends.
  const end = (lines[0] ?? '').endsWith('\r') ? '\r' : ''
  const added = line.split('\n').map((it) => it + end)
  return [...lines.slice(0, index), ...added, ...lines.slice(index)].join('\n')
}

function isPreamble(line: string): boolean {
  return /^\s*(?:#!|\/\/|\/?\*|['"]use )/.test(line)
}

function preambleLines(lines: readonly string[]): number {
  const first = lines.findIndex((it) => !isPreamble(it) && it.trim() !== '')
  return first === -1 ? lines.length : first
}

/** Code in the style of a file: without semicolons where it has none. */
export function styledLike(model: string, code: string): string {
  return /;\s*$/m.test(model) || model.trim() === '' ? code : code.replaceAll(/;$/gm, '')
}
