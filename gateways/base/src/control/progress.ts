import { PassThrough, type Readable } from 'node:stream'
import type { Progress } from '../clock/advance.ts'
import type { Account } from '../model/account.ts'
import type { Control } from './control.ts'
import { ControlError } from './control-error.ts'
import { momentText } from './moment-text.ts'
import { type GoalOf, moveClock } from './move-clock.ts'
import { isoOf } from './summaries.ts'

/** How much nearer the goal must be for another line. */
const STEP = 0.01

/** The progress of a move: the date, the work done on the way, and the listener that it waits for. */
export function progressText({
  at,
  notifications,
  unfinished,
  waitsFor,
}: Omit<Progress, 'from' | 'to'>): string {
  const webhooks = notifications === 1 ? '1 webhook' : `${notifications} webhooks`
  const left =
    unfinished === 0
      ? ''
      : `, and the listener was not done ${unfinished === 1 ? 'once' : `${unfinished} times`}`
  const wait = waitsFor === null ? '' : `. The listener is waited for: ${waitsFor}`
  return `${momentText(at)}, ${webhooks} delivered${left}${wait}`
}

/** Moves a clock, and streams the progress: lines of JSON, `{"progress"}` each, and at last `{"result"}` or `{"error"}`. */
export function streamAdvance<A extends Account>(control: Control<A>, account: A, goalOf: GoalOf): Readable {
  const lines = new PassThrough()
  const writeLine = (line: object) => lines.write(`${JSON.stringify(line)}\n`)
  let lastShare = -1
  const onProgress = (progress: Progress) => {
    const { from, to, at, waitsFor, ...counts } = progress
    const share = to === from ? 1 : (at - from) / (to - from)
    if (waitsFor === null && share < lastShare + STEP) return
    lastShare = share
    const text = progressText(progress)
    writeLine({
      progress: { share: Number(share.toFixed(3)), at: isoOf(at), to: isoOf(to), ...counts, waitsFor, text },
    })
  }
  moveClock(control, account, goalOf, { onProgress })
    .then(({ from, to, ...counts }) => writeLine({ result: { from: isoOf(from), to: isoOf(to), ...counts } }))
    .catch((error) => {
      if (!(error instanceof ControlError)) control.gateway.log(`the clock could not be advanced: ${error}`)
      const failure =
        error instanceof ControlError
          ? error
          : new ControlError('INTERNAL', 'The sandbox failed; see its log.')
      writeLine({ error: { code: failure.code, message: failure.message } })
    })
    .finally(() => lines.end())
  return lines
}
