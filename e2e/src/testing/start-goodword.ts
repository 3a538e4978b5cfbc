import { resolve } from 'node:path'
import { makeDataFolder } from '@goodword/server/testing/database/data-folder'
import { startNode } from '@goodword/testing/node-program'

/** A service, and what the operator's command line needs to reach the same database. */
export type RunningGoodword = {
  readonly url: string
  readonly env: Readonly<Record<string, string>>
}

export type StartedGoodword = RunningGoodword & {
  /** Stops it, and removes all that it made. Throws when it met a defect of its own. */
  readonly stop: () => Promise<void>
}

const main = resolve(import.meta.dirname, '../../../packages/server/src/main.ts')

/**
 * Starts the service as an operator does, with the embedded database. `expectedErrors` matches lines that it logs as errors
 * because of what the tests do.
 */
export async function startGoodword(
  settings: Readonly<Record<string, string>>,
  expectedErrors?: RegExp,
): Promise<StartedGoodword> {
  const { folder: dataDir, remove } = await makeDataFolder('goodword-stories-')
  const env = { DATA_DIR: dataDir, PORT: '0', DEMO: 'off', LOG_LEVEL: 'error', ...settings }
  const program = startNode([main], { env })
  const [, url = ''] = await program.waitForOutput(/"baseUrl":"([^"]+)"/).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  return {
    url,
    env,
    async stop() {
      program.child.kill('SIGTERM')
      const { output, errors } = await program.ended
      await remove()
      const logged = (output.match(/^.*"level":[56]0.*$/gm) ?? []).filter(
        (it) => expectedErrors?.test(it) !== true,
      )
      const defects = [errors, ...logged].filter((it) => it !== '')
      if (defects.length > 0) throw new Error(`The service logged an error:\n${defects.join('\n')}`)
    },
  }
}
