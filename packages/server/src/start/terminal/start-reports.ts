import type { Logger } from 'pino'
import type { Reports } from '../demo/child-program.ts'

const CLEAR = '\r\u001b[K'

/** The reports of the parts of a start. */
export type StartReports = Reports & {
  /** Parts that did not start as they should, and facts to know: for the greeting. */
  readonly notices: readonly string[]
  /** The line of the terminal; null without one. */
  readonly status: StatusLine | null
  /** The start is complete: later reports are exceptional. */
  readonly complete: () => void
}

/** Reports to the log, and to the status line of a terminal, on which a person sees what the start is doing. */
export function startReports(logger: Logger, logFile: string | null): StartReports {
  const status = logFile === null ? null : statusLine(process.stderr)
  const notices: string[] = []
  let isComplete = false
  status?.show('Starting …')
  return {
    notices,
    status,
    report(line) {
      if (isComplete) logger.warn(line)
      else {
        logger.info(line)
        status?.show(line)
      }
    },
    notice(line) {
      logger.warn(line)
      notices.push(line)
    },
    complete() {
      isComplete = true
      status?.clear()
    },
  }
}

/** A line of a terminal that is replaced by the next one. */
export type StatusLine = { readonly show: (text: string) => void; readonly clear: () => void }

/** The output must be a terminal; a text that is longer than its line is cut. */
export function statusLine(output: Pick<NodeJS.WriteStream, 'columns' | 'write'>): StatusLine {
  return {
    show: (text) => void output.write(`${CLEAR}${text.slice(0, Math.max(0, (output.columns ?? 80) - 1))}`),
    clear: () => void output.write(CLEAR),
  }
}
