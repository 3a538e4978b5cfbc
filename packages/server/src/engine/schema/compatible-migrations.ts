/**
 * Whether a release with the migrations `known` works on a schema that also has the migrations `foreign` of newer releases. A
 * migration only adds, so the releases before go on; one that takes away what nothing uses since an earlier migration says so
 * in its name: `0021_drop_old_codes_needs_0018` is for releases that have migration 0018.
 */
export function worksOn(foreign: readonly string[], known: readonly string[]): boolean {
  const newest = numberOf(known.at(-1) ?? '')
  return foreign.every((name) => numberOf(name) > newest && neededBy(name) <= newest)
}

function neededBy(name: string): number {
  return Number(/_needs_(\d{4})$/.exec(name)?.[1] ?? 0)
}

function numberOf(name: string): number {
  return Number(/^(\d{4})_/.exec(name)?.[1] ?? 0)
}
