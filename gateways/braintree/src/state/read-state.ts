import { createReadStream, existsSync, statSync } from 'node:fs'
import { applyChange, type Change, type State } from './change.ts'

export const FORMAT = 'braintree-sandbox state'
export const VERSION = 2

export type StoredState = State & {
  /** How many bytes of the file are whole lines. After them is what a process wrote last when it was killed. */
  readonly length: number
}

/**
 * Reads a state file: a line that names the format, and then a list of changes in each line. A last line without its end was
 * never answered, and is left out. Null when there is no file, or nothing in it.
 * @throws {Error} that names the fault of the file
 */
export async function readState(file: string): Promise<StoredState | null> {
  if (!existsSync(file) || statSync(file).size === 0) return null
  const state: State = { merchants: new Map(), snapshots: new Map() }
  let [number, length] = [0, 0]
  try {
    for await (const line of linesOf(file)) {
      number += 1
      if (number === 1) checkFormat(parse(line))
      else applyLine(state, parse(line))
      length += line.length + 1
    }
    if (number === 0) throw new Error('it is not a journal of this version of braintree-sandbox')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const message = `The state in ${file} cannot be read: line ${Math.max(number, 1)}: ${reason}.`
    throw new Error(`${message} Move the file away to start with an empty state.`, { cause: error })
  }
  return { ...state, length }
}

/** The lines that have an end, as bytes. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    let rest: Buffer = chunk
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n')) {
      pieces.push(rest.subarray(0, end))
      yield pieces.length === 1 ? rest.subarray(0, end) : Buffer.concat(pieces)
      pieces = []
      rest = rest.subarray(end + 1)
    }
    if (rest.length > 0) pieces.push(rest)
  }
}

function parse(line: Buffer): unknown {
  return JSON.parse(line.toString('utf8'))
}

function checkFormat(json: unknown): void {
  if (!isRecord(json) || json.format !== FORMAT) throw new Error('it was not written by braintree-sandbox')
  if (json.version !== VERSION) throw new Error(`it has version ${json.version}; expected ${VERSION}`)
}

function applyLine(state: State, json: unknown): void {
  if (!Array.isArray(json)) throw new Error('it is not a list of changes')
  for (const change of json) {
    if (!isRecord(change) || typeof change.merchant !== 'string')
      throw new Error('it is not a list of changes')
    // The kind is checked where the change is made.
    applyChange(state, change as Change)
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
