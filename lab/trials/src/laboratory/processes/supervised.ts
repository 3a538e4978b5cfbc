import { setTimeout as pause } from 'node:timers/promises'
import type { Ended } from '@goodword/testing/node-program'
import type { GuardedProgram } from './guarded-program.ts'

/** A program that is started again whenever it ends, as an operator's supervisor does. */
export type Supervised = {
  /** Ends it as the power switch would; it is started again at once. */
  kill(): Promise<void>
  /** Sends a stop signal and does not restart it; kills it when it does not stop. */
  stop(): Promise<void>
  /** How often it ended without having been killed: starts that failed, and falls. */
  readonly ownEnds: readonly Ended[]
}

const STOP_WITHIN_MS = 25_000

/** The first may be running already. */
export function supervise(start: () => GuardedProgram, first: GuardedProgram = start()): Supervised {
  const ownEnds: Ended[] = []
  let isStopping = false
  let wasKilled = false
  let program = first
  const watching = watch()
  return {
    ownEnds,
    async kill() {
      wasKilled = true
      await program.endBy('SIGKILL')
    },
    async stop() {
      isStopping = true
      await program.signal('SIGTERM')
      const killTimer = setTimeout(() => void program.signal('SIGKILL'), STOP_WITHIN_MS)
      await watching
      clearTimeout(killTimer)
    },
  }

  async function watch(): Promise<void> {
    for (;;) {
      const end = await program.ended
      if (isStopping) return
      if (!wasKilled) {
        ownEnds.push(end)
        await pause(100)
        if (isStopping) return
      }
      wasKilled = false
      program = start()
    }
  }
}
