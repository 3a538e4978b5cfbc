/** Longer names are not compared: a typing error does not make a short name that long. */
const MAX_LENGTH = 64

/** The known name with the fewest edits to a name, the first of several; null without known names. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const compared = name.slice(0, MAX_LENGTH)
  const [nearest] = known
    .map((it) => ({ it, edits: editsBetween(compared.toLowerCase(), it.slice(0, MAX_LENGTH).toLowerCase()) }))
    .toSorted((a, b) => a.edits - b.edits)
  return nearest?.it ?? null
}

/** How many letters have to be added, left out, changed or swapped with the next one. */
export function editsBetween(one: string, other: string): number {
  let beforeLast: readonly number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return last[other.length] ?? 0
}
