import type { TestCount } from '../checks/count-tests.ts'

/** The result of a step: counted tests, or why it was skipped. */
export type Outcome = TestCount | { readonly notRun: string }

/** A part of the long tests, and about how many minutes it takes on two cores. */
export type LongStep = {
  readonly name: string
  readonly does: string
  readonly minutes: number
  readonly run: () => Promise<Outcome>
}
