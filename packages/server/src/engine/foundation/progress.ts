/** Called with the completed amount of work, and the approximate total. */
export type Progress = (done: number, total: number) => void

const EVERY_MS = 2000

/** Reports the progress of long work every two seconds; shorter work reports nothing. */
export function reportProgress(report: (line: string) => void, verb: string, noun: string): Progress {
  let reportedAt = performance.now()
  return (done, total) => {
    if (performance.now() - reportedAt < EVERY_MS) return
    reportedAt = performance.now()
    // An estimate may be too low.
    report(`${verb} ${done}${done > total ? '' : ` of about ${total}`} ${noun} …`)
  }
}
