import { createWriteStream } from 'node:fs'
import type { Answer, Effect, Write } from './write.ts'

/** The result of a write, as far as its sender knows. */
export type Fate = 'acknowledged' | 'set aside' | 'given up' | 'refused'

/** The acknowledged writes, in memory and, for debugging, in a file with one line each. */
export type Journal = {
  /** Facts that must be stored, with the acknowledged write. */
  readonly promised: ReadonlyMap<Effect, string>
  readonly acknowledged: number
  /** Writes without an acknowledgement: they may be stored or not. */
  readonly undecided: ReadonlySet<Write>
  /** Refusals that no write of the trial deserves. */
  readonly wrongs: readonly string[]
  /** Requests without a response, or with one that says to retry. */
  readonly failures: ReadonlyMap<string, number>
  promise(write: Write, answer: Answer): void
  close(write: Write, fate: Fate, answer?: Answer): void
  fail(reason: string): void
  end(): Promise<void>
}

export function openJournal(file: string, allowedRefusals: readonly string[]): Journal {
  const stream = createWriteStream(file)
  const promised = new Map<Effect, string>()
  const undecided = new Set<Write>()
  const wrongs: string[] = []
  const failures = new Map<string, number>()
  let acknowledged = 0
  return {
    promised,
    undecided,
    wrongs,
    failures,
    get acknowledged() {
      return acknowledged
    },
    promise(write, answer) {
      const effects = write.promises(answer)
      for (const effect of effects) promised.set(effect, nameOf(write))
      stream.write(`${JSON.stringify({ write: nameOf(write), effects })}\n`)
    },
    close(write, fate, answer) {
      if (fate === 'acknowledged') acknowledged += 1
      if (fate === 'set aside' || fate === 'given up') undecided.add(write)
      // A write that was undecided may be answered after all.
      else undecided.delete(write)
      const isDeserved = allowedRefusals.includes(String(answer?.apiErrorCode))
      if (fate === 'refused' && !isDeserved) wrongs.push(`${nameOf(write)}: ${answer?.apiErrorCode}`)
      stream.write(`${JSON.stringify({ write: nameOf(write), fate, answer })}\n`)
    },
    fail(reason) {
      failures.set(reason, (failures.get(reason) ?? 0) + 1)
    },
    end: () => new Promise((done) => stream.end(done)),
  }
}

function nameOf({ path, body, key }: Write): string {
  return `${path} ${JSON.stringify(body)}${key === null ? '' : ` under ${key}`}`
}
