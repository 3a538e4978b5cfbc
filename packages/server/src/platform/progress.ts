/** Takes how far a piece of work has come. */
export type Progress = (done: number, total: number | null) => void

const EVERY_MS = 2000

/** Says how far long work has come, every two seconds; what is over before that says nothing. */
export function sayProgress(
  say: (line: string) => void,
  lineOf: (done: number, total: number | null) => string,
): Progress {
  let saidAt = performance.now()
  return (done, total) => {
    if (performance.now() - saidAt < EVERY_MS) return
    saidAt = performance.now()
    say(lineOf(done, total))
  }
}
