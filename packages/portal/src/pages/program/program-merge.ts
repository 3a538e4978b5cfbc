import type { Program } from '@goodword/client'

/** A setting that two people changed to different values. */
export type Conflict = { readonly path: string; readonly mine: unknown; readonly theirs: unknown }

type Merge = { readonly value: Program; readonly conflicts: readonly Conflict[] }

type Choice = 'mine' | 'theirs'

/** Settings whose parts are independent of each other, so that they are merged part by part. */
const mergedByPart = ['theme', 'texts', 'emails']

/**
 * Joins two changes of one program: what only one side changed has its value, and what both changed has the chosen one.
 *
 * @param base the program that both started from
 * @param choices by the path of a conflict; mine where there is none
 */
export function mergePrograms(
  base: Program,
  mine: Program,
  theirs: Program,
  choices: Readonly<Record<string, Choice>> = {},
): Merge {
  const conflicts: Conflict[] = []
  const fields = merged(base, mine, theirs, '')
  return { value: { ...(fields as Program), version: theirs.version }, conflicts }

  function merged(from: object, one: object, other: object, above: string): object {
    const names = new Set([...Object.keys(other), ...Object.keys(one)])
    const entries = [...names].map((name) => {
      const path = above === '' ? name : `${above}.${name}`
      return [name, mergedValue(partOf(from, name), partOf(one, name), partOf(other, name), path)] as const
    })
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }

  function mergedValue(from: unknown, one: unknown, other: unknown, path: string): unknown {
    if (path === 'version' || isSame(from, one) || isSame(one, other)) return other
    if (isSame(from, other)) return one
    const [root = ''] = path.split('.')
    if (mergedByPart.includes(root) && isRecord(one) && isRecord(other)) {
      return merged(isRecord(from) ? from : {}, one, other, path)
    }
    conflicts.push({ path, mine: one, theirs: other })
    return choices[path] === 'theirs' ? other : one
  }
}

function partOf(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
}

/** Equal values, with fields in any order. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((it, index) => isSame(it, other[index]))
  }
  if (!isRecord(one) || !isRecord(other)) return false
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => isSame(partOf(one, name), partOf(other, name)))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
