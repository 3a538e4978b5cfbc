export type Import = { readonly from: string; readonly to: string }

/** In these, no folder imports from another that imports from it in turn, at any depth. Tests may. */
export const orderedFolders = [
  'packages/domain/src',
  'packages/server/src',
  'packages/portal/src',
  'gateways/braintree/src',
  'gateways/stripe/src',
  'gateways/base/src',
]

/**
 * A line for each circle of folders below `roots`. In every folder, what stands in it (folders, and files by themselves) is
 * looked at: an import from below one of them to below another is an arrow between the two.
 */
export function folderCircles(imports: Iterable<Import>, roots: readonly string[]): string[] {
  const arrowsIn = new Map<string, Map<string, Map<string, Import>>>()
  for (const each of imports) {
    if (!roots.some((root) => each.from.startsWith(`${root}/`) && each.to.startsWith(`${root}/`))) continue
    const { folder, one, other } = parting(each)
    if (one === other) continue
    const arrows = childOf(arrowsIn, folder, () => new Map<string, Map<string, Import>>())
    const targets = childOf(arrows, one, () => new Map<string, Import>())
    if (!targets.has(other)) targets.set(other, each)
  }
  return [...arrowsIn].flatMap(([folder, arrows]) => {
    const circle = circleIn(arrows)
    return circle === null ? [] : [`no-circle-of-folders: ${folder}: ${circle.join(' → ')}`]
  })
}

/** The deepest folder that has both files, and the two entries of it that lead to them. */
function parting({ from, to }: Import): {
  readonly folder: string
  readonly one: string
  readonly other: string
} {
  const [one, other] = [from.split('/'), to.split('/')]
  const depth = one.findIndex((name, index) => name !== other[index])
  if (depth === -1) return { folder: from, one: from, other: from }
  return { folder: one.slice(0, depth).join('/'), one: one[depth] ?? '', other: other[depth] ?? '' }
}

/** The first circle that is found, as the imports that make it; null for none. */
function circleIn(arrows: ReadonlyMap<string, ReadonlyMap<string, Import>>): readonly string[] | null {
  const finished = new Set<string>()
  for (const start of arrows.keys()) {
    const way: { readonly entry: string; readonly by: Import | null }[] = []
    const found = walk(start, null)
    if (found !== null) return found

    function walk(entry: string, by: Import | null): readonly string[] | null {
      const seen = way.findIndex((step) => step.entry === entry)
      if (seen !== -1) return [...way.slice(seen + 1).map((step) => step.by), by].map(described)
      if (finished.has(entry)) return null
      way.push({ entry, by })
      for (const [next, example] of arrows.get(entry) ?? []) {
        const circle = walk(next, example)
        if (circle !== null) return circle
      }
      way.pop()
      finished.add(entry)
      return null
    }
  }
  return null
}

function described(it: Import | null): string {
  return it === null ? '' : `${it.from} imports ${it.to}`
}

function childOf<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
