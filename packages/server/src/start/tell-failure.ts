import { toldErrorText } from '../platform/serialize-error.ts'
import { explainFailure } from './explain-failure.ts'

/** Writes for the operator what went wrong: in one line where it can be explained, else where it happened. */
export function tellFailure(error: unknown): void {
  console.error(explainFailure(error) ?? toldErrorText(error))
}

/** An uncaught exception ends the process as ever, but is reported without the values that errors carry along. */
export function tellCrashes(report: (error: unknown) => void = () => undefined): void {
  process.on('uncaughtException', (error) => {
    report(error)
    tellFailure(error)
    process.exit(1)
  })
}
