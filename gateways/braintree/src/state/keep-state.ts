import { closeSync, ftruncateSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import type { State } from './change.ts'
import { createChangeFinder } from './find-changes.ts'
import { FORMAT, type StoredState, VERSION } from './read-state.ts'
import { wholeState } from './whole-state.ts'

/** Writes changes of the state to a file, as a journal. */
export type StateKeeper = {
  /** Appends all that changed, before it returns. Fields beside the maps are compared for the given merchant, or for all. */
  readonly commit: (merchantId?: string) => void
  /** Appends what there is, and lets go of the file. @throws {Error} of the file system */
  readonly close: () => Promise<void>
}

type Parts = {
  readonly file: string
  readonly state: State
  /** The content of the file; null if it is to be created. */
  readonly stored: StoredState | null
  readonly log: (line: string) => void
  /** How much a journal may grow before it is compacted. */
  readonly compactAfter?: number
}

const COMPACT_AFTER_BYTES = 32 * 1024 * 1024

/** Keeps the state in memory: nothing is written. */
export const forgetful: StateKeeper = { commit: () => undefined, close: async () => undefined }

/**
 * Keeps a state in a file: one list of changes in each line, appended before an answer is sent. From time to time the journal
 * is compacted: the whole state is written to another file piece by piece, between requests, followed by what changed
 * meanwhile; then that file takes the place of the first. A process that is killed at any moment leaves one of the two.
 */
export function keepState({
  file,
  state,
  stored,
  log,
  compactAfter = COMPACT_AFTER_BYTES,
}: Parts): StateKeeper {
  const finder = createChangeFinder(state, commitSoon)
  let descriptor = openSync(file, stored === null ? 'w' : 'r+', 0o600)
  let end = stored?.length ?? 0
  let compactAt = Math.max(compactAfter, 2 * end)
  /** Lines that are appended while the journal is compacted. */
  let meanwhile: string[] | null = null
  let compacting: Promise<void> = Promise.resolve()
  let [isDue, isClosed, isFailing] = [false, false, false]

  if (stored === null) append(`${JSON.stringify({ format: FORMAT, version: VERSION })}\n`)
  else {
    ftruncateSync(descriptor, end)
    finder.know(stored)
  }
  commit()
  return {
    commit: tryCommit,
    async close() {
      isClosed = true
      await compacting
      commit()
      closeSync(descriptor)
    },
  }

  /** Changes by the clock are appended at the end of the turn. */
  function commitSoon(): void {
    if (isDue || isClosed) return
    isDue = true
    setImmediate(() => {
      isDue = false
      if (!isClosed) tryCommit()
    })
  }

  function tryCommit(merchantId?: string): void {
    try {
      commit(merchantId)
      isFailing = false
    } catch (error) {
      if (!isFailing)
        log(`the state could not be written and is retried with each change: ${messageOf(error)}`)
      isFailing = true
    }
  }

  function commit(merchantId?: string): void {
    const { changes, written } = finder.find(merchantId)
    if (changes.length > 0) append(`${JSON.stringify(changes)}\n`)
    written()
    if (end > compactAt && meanwhile === null && !isClosed) compacting = compact()
  }

  function append(line: string): void {
    try {
      end += writeWhole(descriptor, line, end)
    } catch (error) {
      // An incomplete line must not precede the next one.
      ftruncateSync(descriptor, end)
      throw error
    }
    meanwhile?.push(line)
  }

  async function compact(): Promise<void> {
    const draft = `${file}.partial`
    const lines: string[] = []
    meanwhile = lines
    let next: number | null = null
    try {
      next = openSync(draft, 'w', 0o600)
      let written = writeWhole(next, `${JSON.stringify({ format: FORMAT, version: VERSION })}\n`, 0)
      for (const changes of wholeState(state)) {
        written += writeWhole(next, `${JSON.stringify(changes)}\n`, written)
        await nextTurn()
        if (isClosed) throw new Error('the gateway is shutting down')
      }
      for (const line of lines) written += writeWhole(next, line, written)
      renameSync(draft, file)
      closeSync(descriptor)
      descriptor = next
      end = written
      compactAt = Math.max(compactAfter, 2 * end)
    } catch (error) {
      if (next !== null) closeSync(next)
      rmSync(draft, { force: true })
      compactAt = end + compactAfter
      if (!isClosed) log(`the state file could not be compacted: ${messageOf(error)}`)
    } finally {
      meanwhile = null
    }
  }
}

function writeWhole(descriptor: number, text: string, at: number): number {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length; )
    done += writeSync(descriptor, bytes, done, bytes.length - done, at + done)
  return bytes.length
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
