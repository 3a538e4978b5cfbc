/** Writes the state some time after it changed, so that a burst of requests is one write. */
export type StateKeeper = {
  readonly changed: () => void
  /** Writes all there is. @throws {Error} of the file system */
  readonly close: () => void
}

type Parts = {
  readonly write: () => void
  readonly tell: (line: string) => void
  /** A number that is another when time brought something about. */
  readonly drawn: () => number
}

const WAIT_MS = 500
const LOOK_EVERY_MS = 5_000

/** In memory: nothing is written. */
export const forgetful: StateKeeper = { changed: () => undefined, close: () => undefined }

export function keepState({ write, tell, drawn }: Parts): StateKeeper {
  let timer: NodeJS.Timeout | null = null
  let drawnBefore = drawn()
  const writeNow = () => {
    timer = null
    try {
      write()
    } catch (error) {
      tell(`the state could not be written: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const changed = () => {
    drawnBefore = drawn()
    timer ??= setTimeout(writeNow, WAIT_MS).unref()
  }
  const looking = setInterval(() => {
    if (drawn() !== drawnBefore) changed()
  }, LOOK_EVERY_MS).unref()
  return {
    changed,
    close() {
      clearInterval(looking)
      if (timer !== null) clearTimeout(timer)
      timer = null
      write()
    },
  }
}
