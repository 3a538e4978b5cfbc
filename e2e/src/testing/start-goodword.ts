import { makeDataFolder } from '@goodword/server/testing/database/data-folder'
import type { TestEnvironment } from '@goodword/server/testing/program'
import { programArguments } from '@goodword/server/testing/program-arguments'
import { startNode } from '@goodword/testing/node-program'

type Settings = Readonly<Record<string, string>>

/** A service, and what the operator's command line needs to reach the same database. */
export type RunningGoodword = {
  readonly url: string
  readonly env: Settings
}

export type StartedGoodword = RunningGoodword & {
  /** Stops it, and removes all its data. Throws when it met a defect of its own. */
  readonly stop: () => Promise<void>
}

/**
 * Starts the service as an operator does who sets nothing, with the embedded database. `expectedErrors` matches lines that it
 * logs as errors because of what the tests do.
 */
export async function startGoodword(settings: Settings, expectedErrors?: RegExp): Promise<StartedGoodword> {
  const { folder, remove } = await makeDataFolder('goodword-stories-')
  return start({ DATA_DIR: folder, PORT: '0', ...settings }, remove, expectedErrors)
}

/**
 * Starts the service on a database of the test run, which `drop` removes at the end: it exists already, so this takes
 * less time.
 */
export async function startGoodwordOn(
  { env, drop }: Pick<TestEnvironment, 'env' | 'drop'>,
  settings: Settings,
  expectedErrors?: RegExp,
): Promise<StartedGoodword> {
  return start({ ...env, ...settings }, drop, expectedErrors)
}

async function start(
  settings: Settings,
  removeData: () => Promise<void>,
  expectedErrors: RegExp | undefined,
): Promise<StartedGoodword> {
  const env = serviceSettings(settings)
  const program = startNode(programArguments('main.ts'), { env })
  const [, url = ''] = await program.waitForOutput(/"baseUrl":"([^"]+)"/).catch(async (error: unknown) => {
    await removeData()
    throw error
  })
  return {
    url,
    env,
    async stop() {
      program.child.kill('SIGTERM')
      const { output, errors } = await program.ended
      await removeData()
      throwDefects([errors, ...defectsIn(output, expectedErrors)])
    },
  }
}

/** Log lines about errors that a test does not expect. That a request took too long only says how busy the machine is. */
export function defectsIn(log: string, expectedErrors: RegExp | undefined): readonly string[] {
  const lines = log.match(/^.*"level":[56]0.*$/gm) ?? []
  return lines.filter((it) => !it.includes('"msg":"request timed out"') && expectedErrors?.test(it) !== true)
}

export function throwDefects(texts: readonly string[]): void {
  const defects = texts.filter((it) => it !== '')
  if (defects.length > 0) throw new Error(`The service logged an error:\n${defects.join('\n')}`)
}

export function serviceSettings(settings: Settings): Settings {
  return { DEMO: 'off', LOG_LEVEL: 'error', ...settings }
}
