/**
 * The seed of everything random in a test: always the same, so that a run can be repeated, but in `npm run test:all`, which draws
 * one, prints it and passes it on as GOODWORD_TEST_SEED.
 */
export const testSeed = Number(process.env.GOODWORD_TEST_SEED ?? 1)
