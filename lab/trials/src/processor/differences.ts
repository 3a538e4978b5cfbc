/** Lost is owed and missing, doubled is there more than once, phantom is there and not owed. */
export type Differences = {
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  readonly phantom: readonly string[]
}

export type Finding = {
  readonly what: string
  readonly owed: number
  readonly found: number
  /** How often the right sum was made; more than once is doubled. */
  readonly times?: number
}

export function differences(findings: readonly Finding[]): Differences {
  const texts = (isSo: (it: Finding) => boolean) =>
    findings.filter(isSo).map(({ what, owed, found }) => `${what}: ${found}, owed ${owed}`)
  return {
    lost: texts((it) => it.found < it.owed),
    doubled: texts((it) => it.owed > 0 && (it.found > it.owed || (it.times ?? 1) > 1)),
    phantom: texts((it) => it.owed === 0 && it.found > 0),
  }
}

export function total({ lost, doubled, phantom }: Differences): number {
  return lost.length + doubled.length + phantom.length
}
