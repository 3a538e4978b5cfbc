import { afterAll } from 'vitest'
import { type RunningService, startGoodword, trialEnvironment, untilListening } from './goodword.ts'
import { type GuardedProgram, type ProgramOptions, startGuarded } from './guarded-program.ts'

/** A list of programs that are killed when the tests of the file are over. */
function killedAfterTests(): GuardedProgram[] {
  const programs: GuardedProgram[] = []
  afterAll(async () => {
    await Promise.all(programs.map((it) => it.endBy('SIGKILL')))
  })
  return programs
}

/** Returns how to start a service at a free port, which is killed when the tests of the file are over. */
export function servicesOfTests(): (env: ProgramOptions['env']) => Promise<RunningService> {
  const programs = killedAfterTests()
  return (env) => {
    const program = startGoodword({ env: { ...trialEnvironment, ...env, PORT: '0' } })
    programs.push(program)
    return untilListening(program)
  }
}

/** Returns how to start a program that says when it has started; it is killed when the tests of the file are over. */
export function workersOf(args: readonly string[]): () => Promise<GuardedProgram> {
  const programs = killedAfterTests()
  return async () => {
    const program = startGuarded(args, { env: {} })
    programs.push(program)
    await program.waitForOutput(/started/)
    return program
  }
}
