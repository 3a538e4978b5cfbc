/** How much a trial does: little in `npm test`, all of it in `npm run test:long`. */
export function trialSize<T>(short: T, long: T): T {
  return process.env.GOODWORD_TRIALS === 'long' ? long : short
}
