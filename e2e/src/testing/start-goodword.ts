import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from '@goodword/server/testing/program'
import { removeDataDirs } from '@goodword/server/testing/remove-data-dirs'

/** A service, and what the operator's command line needs to reach the same database. */
export type RunningGoodword = {
  readonly url: string
  readonly env: Readonly<Record<string, string>>
}

export type StartedGoodword = RunningGoodword & {
  /** Stops it, and removes all that it made. Throws when it met a defect of its own. */
  readonly stop: () => Promise<void>
}

/** Starts the service as an operator does, with its database in the box. */
export async function startGoodword(settings: Readonly<Record<string, string>>): Promise<StartedGoodword> {
  const dataDir = await mkdtemp(join(tmpdir(), 'goodword-stories-'))
  const env = { DATA_DIR: dataDir, PORT: '0', DEMO: 'off', LOG_LEVEL: 'error', ...settings }
  const program = startProgram('main.ts', env)
  const [, url = ''] = await program.says(/"baseUrl":"([^"]+)"/).catch(async (error: unknown) => {
    await removeDataDirs(dataDir)
    throw error
  })
  return {
    url,
    env,
    async stop() {
      program.child.kill('SIGTERM')
      const { output, errors } = await program.ended
      await removeDataDirs(dataDir)
      const defects = [errors, ...(output.match(/^.*"level":[56]0.*$/gm) ?? [])].filter((it) => it !== '')
      if (defects.length > 0) throw new Error(`The service logged an error:\n${defects.join('\n')}`)
    },
  }
}
