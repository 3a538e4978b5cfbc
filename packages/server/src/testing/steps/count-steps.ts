import { Session } from 'node:inspector'

// V8 counts the blocks of functions that are compiled from now on, which happens when they are first called.
const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

const countsItself = /\/(?:count-steps|walked-elements)\.ts|inspector/

/**
 * How many steps a piece of work takes: runs of blocks of code, as V8 counts them, and elements that built-in functions
 * process, which run no block. It does not depend on time, so the figure is the same on a busy machine.
 */
export async function countSteps(work: () => unknown): Promise<number> {
  const [steps = 0] = await countEach([work])
  return steps
}

/** The steps of each of several pieces of work. To read the counters takes longer than most work. */
export async function countEach(works: readonly (() => unknown)[]): Promise<readonly number[]> {
  const builtIns = watchBuiltIns()
  try {
    // Work that is done once, as compiling validators, is not counted; a function has its counters at its second run.
    for (const work of [...works, ...works]) await work()
    blocksRun()
    const counts: number[] = []
    for (const work of works) {
      const before = builtIns.steps()
      await work()
      const steps = builtIns.steps() - before
      counts.push(blocksRun() + steps)
    }
    return counts
  } finally {
    builtIns.restore()
  }
}

/** The steps since the last call. */
function blocksRun(): number {
  let blocks = 0
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error !== null) throw error
    for (const { url, functions } of coverage.result) {
      if (countsItself.test(url)) continue
      for (const { ranges } of functions) for (const { count } of ranges) blocks += count
    }
  })
  return blocks
}

type BuiltIn = (this: unknown, ...args: unknown[]) => unknown
type Cost = (self: unknown, args: readonly unknown[], result: unknown, lastIndex: number) => number

/** Counts the elements that built-in functions iterate over, until `restore` is called. */
function watchBuiltIns() {
  let steps = 0
  const originals: (readonly [owner: object, name: string | symbol, descriptor: PropertyDescriptor])[] = []

  function watch(owner: object, name: string | symbol, cost: Cost): void {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name)
    if (descriptor === undefined) throw new Error(`there is no built-in function ${String(name)}`)
    const original: BuiltIn = descriptor.value
    originals.push([owner, name, descriptor])
    const watched: BuiltIn = function (...args) {
      const lastIndex = this instanceof RegExp ? this.lastIndex : 0
      const result = Reflect.apply(original, this, args)
      steps += cost(this, args, result, lastIndex)
      return result
    }
    Object.defineProperty(owner, name, { ...descriptor, value: watched })
  }

  for (const name of walkingText) watch(String.prototype, name, lengthOfSelf)
  for (const name of walkingList) watch(Array.prototype, name, lengthOfSelf)
  for (const name of searching) {
    watch(String.prototype, name, untilFound)
    watch(Array.prototype, name, untilFound)
  }
  for (const name of ['keys', 'values', 'entries', 'assign', 'fromEntries'] as const) {
    watch(Object, name, ofArguments)
  }
  for (const name of ['parse', 'stringify']) watch(JSON, name, ofArgumentsAndResult)
  for (const name of ['decodeURIComponent', 'encodeURIComponent']) watch(globalThis, name, ofArguments)
  watch(Buffer, 'from', ofArguments)
  watch(TextDecoder.prototype, 'decode', ofArguments)
  watch(RegExp.prototype, 'exec', untilMatched)
  // Spreading a list, and making a set or a map of one, call these once they are no longer the original ones.
  for (const iterator of [
    [][Symbol.iterator](),
    new Set().values(),
    new Map().entries(),
    ''[Symbol.iterator](),
  ]) {
    watch(Object.getPrototypeOf(iterator), 'next', () => 1)
  }
  return {
    steps: () => steps,
    restore: () => {
      for (const [owner, name, descriptor] of originals) Object.defineProperty(owner, name, descriptor)
    },
  }
}

/** Functions with a callback are left out: its blocks are counted. Slices of a text share its memory. */
const walkingText = [
  'split',
  'trim',
  'trimStart',
  'trimEnd',
  'toLowerCase',
  'toUpperCase',
  'normalize',
  'isWellFormed',
  'toWellFormed',
  'replace',
  'replaceAll',
] as const
const walkingList = [
  'slice',
  'concat',
  'join',
  'splice',
  'shift',
  'unshift',
  'reverse',
  'sort',
  'toSorted',
  'toReversed',
  'toSpliced',
  'with',
  'flat',
  'fill',
] as const
const searching = ['indexOf', 'includes', 'lastIndexOf'] as const

function sizeOf(it: unknown): number {
  if (typeof it === 'string' || Array.isArray(it)) return it.length
  if (ArrayBuffer.isView(it)) return it.byteLength
  return typeof it === 'object' && it !== null ? Reflect.ownKeys(it).length : 0
}

const lengthOfSelf: Cost = (self) => sizeOf(self)
const ofArguments: Cost = (_self, args) => args.reduce((sum: number, it) => sum + sizeOf(it), 0)
const ofArgumentsAndResult: Cost = (self, args, result, lastIndex) =>
  ofArguments(self, args, result, lastIndex) + sizeOf(result)

/** A search that begins where the last one ended scans the part between. */
const untilFound: Cost = (self, [, from], result) => {
  const start = typeof from === 'number' ? from : 0
  const end = typeof result === 'number' && result >= 0 ? result + 1 : sizeOf(self)
  return Math.abs(end - start)
}

/** An expression counts as one pass: the test of all expressions checks that it is one. */
const untilMatched: Cost = (self, [text], result, lastIndex) => {
  // A split tries an expression at each place alone.
  if (self instanceof RegExp && self.sticky && result === null) return 1
  const [matched = '', index] = Array.isArray(result) && 'index' in result ? [result[0], result.index] : []
  const end = typeof index === 'number' ? index + matched.length : sizeOf(text)
  return Math.max(1, end - lastIndex)
}
