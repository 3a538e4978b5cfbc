/** Where the time of a merchant stands: at a moment, or running with the machine's clock from there. */
export type Clock = {
  /** Milliseconds since the epoch. */
  at: number
  /** The machine's time at which `at` was right; null while the clock stands still. */
  runsSince: number | null
}

/** The merchant's time. Everything that is dated takes it from here. */
export function timeOf({ clock }: { readonly clock: Clock }, machineNow: () => number): number {
  return clock.runsSince === null ? clock.at : clock.at + machineNow() - clock.runsSince
}
