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
    pattern: /could not look up effective user ID/,
    reason:
      'the user ID of this process has no name on this machine, which PostgreSQL requires. Give it one with a line in /etc/passwd (in an image: "RUN useradd --uid <ID> goodword"), start the container with a user that has one, or set DATABASE_URL to a PostgreSQL of your own.',
  },
  {
    pattern: /No space left on device|Disk quota exceeded/,
    reason: 'the disk is full. Free some space and start again.',
  },
  {
    pattern: /File too large/,
    reason: 'a file reached the size limit of the system (ulimit -f). Raise the limit and start again.',
  },
  {
    pattern: /Read-only file system/,
    reason: 'the disk is read-only. Set DATA_DIR to a writable folder.',
  },
  {
    pattern: /could not (map anonymous|create) shared memory.*Cannot allocate memory/s,
    reason: 'not enough memory for the shared buffers.',
  },
  {
    pattern: /Permission denied/,
    reason: 'permission denied for its files. Make them readable and writable for the user that runs it.',
  },
]

function lastComplaint(output: string): string {
  const complaint = output.split('\n').findLast((line) => /\b(FATAL|PANIC|error):/i.test(line))
  return (
    complaint?.trim() ?? (output.trim() === '' ? 'PostgreSQL wrote no error message.' : lastLines(output, 1))
  )
}

function lastLines(output: string, count = 20): string {
  return output.trim().split('\n').slice(-count).join('\n')
}
