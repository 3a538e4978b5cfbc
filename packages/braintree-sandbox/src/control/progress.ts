import { PassThrough, type Readable } from 'node:stream'
import type { Merchant } from '../model/merchant.ts'
import type { Control } from './control.ts'
import { ControlError } from './control-error.ts'
import { type Journey, moveClock } from './move-clock.ts'
import { isoOf } from './summaries.ts'

/** How much nearer the goal must be for another line. */
const STEP = 0.01

/** Moves a clock, and streams the progress: lines of JSON, `{"progress"}` each, and at last `{"result"}` or `{"error"}`. */
export function streamAdvance(control: Control, merchant: Merchant, journey: Journey): Readable {
  const lines = new PassThrough()
  const writeLine = (line: object) => lines.write(`${JSON.stringify(line)}\n`)
  let lastShare = -1
  const work = moveClock(control, merchant, journey, ({ from, to, at, moments, notifications }) => {
    const share = to === from ? 1 : (at - from) / (to - from)
    if (share < lastShare + STEP) return
    lastShare = share
    writeLine({ progress: { share: Number(share.toFixed(3)), at: isoOf(at), moments, notifications } })
  })
  work
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
