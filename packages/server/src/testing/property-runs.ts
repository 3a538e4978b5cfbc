/** How often a property is tried: as often as GOODWORD_TEST_RUNS says, which long parts of `npm run test:all` set, otherwise a few times. */
export function propertyRuns(few = 15): number {
  return Number(process.env.GOODWORD_TEST_RUNS ?? few)
}
