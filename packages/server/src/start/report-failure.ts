import { serializeErrorText } from '../engine/logging/serialize-error.ts'
import { explainFailure } from './explain-failure.ts'

/** Writes for the operator what went wrong: in one line where it can be explained, else where it happened. */
export function reportFailure(error: unknown): void {
  console.error(failureText(error))
}

/** The failure for the operator: one line where it can be explained, else with its place. */
export function failureText(error: unknown): string {
  return explainFailure(error) ?? serializeErrorText(error)
}

/** An uncaught exception ends the process as ever, but is reported without the values that errors carry along. */
export function reportCrashes(report: (error: unknown) => void = () => undefined): void {
  process.on('uncaughtException', (error) => {
    report(error)
    reportFailure(error)
    process.exit(1)
  })
}
