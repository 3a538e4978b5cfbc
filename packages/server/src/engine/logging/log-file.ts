import { mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import pino, { type DestinationStream } from 'pino'

/** A full file is renamed to `….1`, which replaces the previous one: together they take twice this at most. */
const MAX_BYTES = 20 * 1024 * 1024

/**
 * Log lines in a file that only this user may read. After `maxBytes` it is renamed to `….1`, and a new one begins. Lines are
 * written at once, which blocks for some microseconds: it is for a service that a person started in a terminal.
 *
 * @throws the error of the file system when the file cannot be opened
 */
export function openLogFile(file: string, maxBytes = MAX_BYTES): DestinationStream {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const output = pino.destination({ dest: file, sync: true, mode: 0o600 })
  // A full disk stops the lines, not the service; the library reports it here.
  output.on('error', () => undefined)
  let bytes = statSync(file).size
  const write = output.write.bind(output)
  output.write = (line) => {
    if (bytes >= maxBytes) {
      renameSync(file, `${file}.1`)
      output.reopen()
      bytes = 0
    }
    bytes += Buffer.byteLength(line)
    return write(line)
  }
  return output
}
