import { invalid } from './api-error.ts'

/** The objects that can be expanded in an answer. */
export type Resolve = {
  /** Finds the object of an id that stands at a key; null when the key has no object. */
  readonly object: (key: string, id: string) => object | null
  /** A part that an object has only when it is asked for, which may be null; undefined when it has no such part. */
  readonly part: (tree: Readonly<Record<string, unknown>>, key: string) => object | null | undefined
}

const MAX_DEPTH = 4

type Tree = { readonly [key: string]: unknown }

/** Puts objects in the place of their ids, by paths such as `data.latest_invoice.payments`. @throws {ApiError} */
export function expand(answer: object, paths: readonly string[], resolve: Resolve): object {
  // A copy, because views may share parts.
  const whole = structuredClone(answer)
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > MAX_DEPTH) {
      throw invalid(`You cannot expand more than ${MAX_DEPTH} levels of a property (${path}).`, 'expand')
    }
    expandAt(whole, steps, { path, resolve })
  }
  return whole
}

type Way = { readonly path: string; readonly resolve: Resolve }

function expandAt(place: unknown, steps: readonly string[], way: Way): void {
  if (Array.isArray(place)) {
    for (const each of place) expandAt(each, steps, way)
    return
  }
  const [step, ...rest] = steps
  if (step === undefined || place === null || typeof place !== 'object') return
  const tree = place as Tree
  const part = step in tree ? undefined : way.resolve.part(tree, step)
  if (part !== undefined) Object.assign(tree, { [step]: structuredClone(part) })
  if (!(step in tree) && !('deleted' in tree)) {
    const message = `This property cannot be expanded (${step}). You may want to try expanding another property.`
    throw invalid(message, 'expand')
  }
  const value = expanded(tree[step], step, way)
  Object.assign(tree, { [step]: value })
  expandAt(value, rest, way)
}

function expanded(value: unknown, step: string, way: Way): unknown {
  if (Array.isArray(value)) return value.map((each) => expanded(each, step, way))
  if (typeof value !== 'string') return value
  const found = way.resolve.object(step, value)
  if (found === null) {
    const message = `This property cannot be expanded (${way.path}). You may want to try expanding another property.`
    throw invalid(message, 'expand')
  }
  return structuredClone(found)
}
