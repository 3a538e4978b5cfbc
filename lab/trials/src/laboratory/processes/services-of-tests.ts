import { afterAll } from 'vitest'
import { type RunningService, startGoodword, trialEnvironment, untilListening } from './goodword.ts'
import type { GuardedProgram, ProgramOptions } from './guarded-program.ts'

/** Returns how to start a service at a free port, which is killed when the tests of the file are over. */
export function servicesOfTests(): (env: ProgramOptions['env']) => Promise<RunningService> {
  const programs: GuardedProgram[] = []
  afterAll(async () => {
    await Promise.all(programs.map((it) => it.endBy('SIGKILL')))
  })
  return (env) => {
    const program = startGoodword({ env: { ...trialEnvironment, ...env, PORT: '0' } })
    programs.push(program)
    return untilListening(program)
  }
}
