import { createTwoFilesPatch } from 'diff'
import { safeText } from '../terminal/safe-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { FileChange } from './plan.ts'

const CONTEXT_LINES = 2

/** What a change adds to a file and takes away, as a unified difference. */
export function differenceText({ path, before, after }: FileChange, paint: Terminal['paint']): string {
  const from = before === null ? '/dev/null' : path
  const patch = createTwoFilesPatch(from, path, before ?? '', after, '', '', { context: CONTEXT_LINES })
  return patch
    .trimEnd()
    .split('\n')
    .filter((line) => !/^(?:=====|Index: )/.test(line))
    .map((line) => painted(safeText(line), paint))
    .join('\n')
}

function painted(line: string, paint: Terminal['paint']): string {
  if (line.startsWith('+')) return paint('green', line)
  return line.startsWith('-') ? paint('red', line) : line
}
