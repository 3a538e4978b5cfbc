import { Session } from 'node:inspector'
import { watchBuiltIns } from './walked-elements.ts'

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
    // What is made once, as functions of the validator are, is not counted; a function has its counters at its second run.
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
