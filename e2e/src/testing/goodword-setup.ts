import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from '@goodword/server/testing/program'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    readonly goodword: RunningGoodword
  }
}

/** The service that all stories of a run are told at. */
export type RunningGoodword = {
  readonly url: string
  /** What the operator's command line needs to reach the same database. */
  readonly env: Readonly<Record<string, string>>
}

/** Starts the service as an operator does, with its database in the box; answers how to take both away again. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'goodword-stories-'))
  const env = { DATA_DIR: dataDir, PORT: '0', DEMO: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'error' }
  const program = startProgram('main.ts', env)
  const [, url = ''] = await program.says(/"baseUrl":"([^"]+)"/)
  const [, location = dataDir] = await program.says(/"dataDirectory":"([^"]+)"/)
  project.provide('goodword', { url, env })
  return async () => {
    program.child.kill('SIGTERM')
    const { output, errors } = await program.ended
    for (const folder of [dataDir, location]) await rm(folder, { recursive: true, force: true })
    const defects = [errors, ...(output.match(/^.*"level":[56]0.*$/gm) ?? [])].filter((it) => it !== '')
    if (defects.length > 0) throw new Error(`The stories met a defect of the service:\n${defects.join('\n')}`)
  }
}
