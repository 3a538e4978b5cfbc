import { readFile } from 'node:fs/promises'
import { EmbeddedDatabaseError } from './errors.ts'

/** One line for the reader, with the last words of PostgreSQL as its cause. */
export function explainFailure(what: string, location: string, output: string): EmbeddedDatabaseError {
  const known = reasons.find(({ pattern }) => pattern.test(output))
  const reason = known?.reason ?? lastComplaint(output)
  return new EmbeddedDatabaseError(`${what} in ${location}: ${reason}`, {
    cause: new Error(lastLines(output)),
  })
}

export async function readLog(file: string): Promise<string> {
  // No file: the shell that opens it did not get that far.
  return readFile(file, 'utf8').catch(() => '')
}

const reasons = [
  {
    pattern: /No space left on device|Disk quota exceeded/,
    reason: 'its disk is full. Make room and start again.',
  },
  {
    pattern: /File too large/,
    reason: 'the system lets no file grow any further (ulimit -f). Raise that limit and start again.',
  },
  {
    pattern: /Read-only file system/,
    reason: 'its disk may only be read. Set DATA_DIR to a folder that may be written.',
  },
  {
    pattern: /could not (map anonymous|create) shared memory.*Cannot allocate memory/s,
    reason: 'there is not enough memory for its shared buffers.',
  },
  {
    pattern: /Permission denied/,
    reason: 'its files may not be read or written by the user that runs it. Give them back to that user.',
  },
]

function lastComplaint(output: string): string {
  const complaint = output.split('\n').findLast((line) => /\b(FATAL|PANIC|error):/i.test(line))
  return complaint?.trim() ?? (output.trim() === '' ? 'PostgreSQL said nothing.' : lastLines(output, 1))
}

function lastLines(output: string, count = 20): string {
  return output.trim().split('\n').slice(-count).join('\n')
}
