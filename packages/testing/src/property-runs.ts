/** How often a property is tried: as often as GOODWORD_TEST_RUNS says, which long parts of `npm run test:all` set, otherwise a few times. */
export function propertyRuns(few = 15): number {
  return Number(process.env.GOODWORD_TEST_RUNS ?? few)
}

/** Prints how much a property was tried, where it is tried often. */
export function noteRuns(message: string): void {
  if (process.env.GOODWORD_TEST_RUNS !== undefined) console.log(message)
}
