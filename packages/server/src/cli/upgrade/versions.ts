/** Below 0 if the first version is the older one; a version such as `1.0.0-rc.1` is older than `1.0.0`. */
export function compareVersions(one: string, other: string): number {
  const [core = '', candidate] = partsOf(one)
  const [otherCore = '', otherCandidate] = partsOf(other)
  const byCore = compareNumbers(core, otherCore)
  if (byCore !== 0 || candidate === otherCandidate) return byCore
  if (candidate === undefined || otherCandidate === undefined) return candidate === undefined ? 1 : -1
  return compareNumbers(candidate, otherCandidate)
}

/** What follows a plus sign names a build, and has no rank. */
function partsOf(version: string): readonly (string | undefined)[] {
  const [ranked = ''] = version.split('+')
  const dash = ranked.indexOf('-')
  return dash === -1 ? [ranked] : [ranked.slice(0, dash), ranked.slice(dash + 1)]
}

function compareNumbers(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
