import type { TestProject } from 'vitest/node'
import { buildPortalIfStale } from './build-portal.ts'
import { type RunningGoodword, startGoodword } from './start-goodword.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The service for all tests of a run. */
    readonly goodword: RunningGoodword
  }
}

/** Starts the service for a run; answers how to take it away again. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildPortalIfStale()
  const { url, env, stop } = await startGoodword({ RATE_LIMITS: 'off' })
  project.provide('goodword', { url, env })
  return stop
}
