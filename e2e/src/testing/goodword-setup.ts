import { setup as setUpDatabase } from '@goodword/server/testing/database/database-setup'
import { makeEnvironmentOn } from '@goodword/server/testing/program'
import { buildPortalIfStale, buildScriptIfStale } from '@goodword/testing/build-portal'
import type { TestProject } from 'vitest/node'
import { type RunningGoodword, startGoodwordOn } from './start-goodword.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The service for all tests of a run. */
    readonly goodword: RunningGoodword
  }
}

/** Starts the service for a run, and the PostgreSQL for services that tests start; returns how to take both away again. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stopDatabase = await setUpDatabase(project)
  await Promise.all([buildPortalIfStale(), buildScriptIfStale()])
  const environment = await makeEnvironmentOn(project.getProvidedContext().databaseServer, 'template')
  const { url, env, stop } = await startGoodwordOn(environment, { RATE_LIMITS: 'off' })
  project.provide('goodword', { url, env })
  return async () => {
    await stop()
    await stopDatabase()
  }
}
