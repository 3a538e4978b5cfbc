/** The time of an account: stopped, or running with the machine's clock from a start. */
export type Clock = {
  /** Milliseconds since the epoch. */
  at: number
  /** The machine's time that corresponds to `at`; null while the clock is stopped. */
  runsSince: number | null
}

/** The account's time. Everything that is dated takes it from here. */
export function timeOf({ clock }: { readonly clock: Clock }, machineNow: () => number): number {
  return clock.runsSince === null ? clock.at : clock.at + machineNow() - clock.runsSince
}
