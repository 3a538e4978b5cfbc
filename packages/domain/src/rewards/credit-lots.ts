/** Credit in minor units that expires at one moment; null for credit that never does. */
export type CreditLot = { readonly minor: number; readonly expiresAt: number | null }

/** When a bill is made: before `until`. */
export type MadeBefore = { readonly until: number }

/** The credit that is valid when a bill is made, whenever within its time that is. */
export function validLots(lots: readonly CreditLot[], bill: MadeBefore): readonly CreditLot[] {
  return lots.filter(({ expiresAt }) => isValidAt(expiresAt, bill))
}

export function isValidAt(expiresAt: number | null, { until }: MadeBefore): boolean {
  return expiresAt === null || expiresAt >= until
}

export function sumOfLots(lots: readonly CreditLot[]): number {
  return lots.reduce((sum, { minor }) => sum + minor, 0)
}

/** The rest of the lots after an amount was taken from those that `isTaken` selects, the soonest to expire first. */
export function withoutAmount(
  lots: readonly CreditLot[],
  amount: number,
  isTaken: (lot: CreditLot) => boolean = () => true,
): readonly CreditLot[] {
  let missing = amount
  return lots.toSorted(soonestFirst).map((lot) => {
    const taken = isTaken(lot) ? Math.min(missing, lot.minor) : 0
    missing -= taken
    return { ...lot, minor: lot.minor - taken }
  })
}

function soonestFirst(one: CreditLot, other: CreditLot): number {
  const never = Number.MAX_SAFE_INTEGER
  return (one.expiresAt ?? never) - (other.expiresAt ?? never)
}
