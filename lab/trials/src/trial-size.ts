/** How much a trial does: little in the part `trials` of `npm run test:all`, all of it in the long part with its name. */
export function trialSize<T>(short: T, long: T): T {
  return process.env.GOODWORD_TRIALS === 'long' ? long : short
}
