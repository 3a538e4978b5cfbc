import { join } from 'node:path'
import { makeEnvironment, startProgram } from '@goodword/server/testing/program'
import { runCommand } from '@goodword/server/testing/run-command'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect } from 'vitest'
import { runGoodword, runGoodwordProcess } from './run-goodword.ts'

type Keys = { readonly alias: string; readonly apiKey: string }

/** A running service with a program, into whose test mode the command line has logged in. */
export async function startProgramWithLogin() {
  const made = await makeEnvironment()
  const env = { ...made.env, ALLOW_LOCAL_TARGETS: 'on', RATE_LIMITS: 'off' }
  const folder = temporaryFolder()
  const config = { GOODWORD_CONFIG_DIR: join(folder, 'config') }
  let service = startProgram('main.ts', env)
  const [, url = ''] = await service.waitForOutput(/"baseUrl":"([^"]+)"/)
  const page = ['--landing-page', 'https://www.example.com/']
  const created = await runCommand(env, 'tenant', 'create', 'orchard', ...page)
  const { live, test: tested }: { readonly live: Keys; readonly test: Keys } = JSON.parse(created.output)
  const login = await runGoodwordProcess(['login', '--url', url, '--tenant', tested.alias], {
    env: config,
    input: `${tested.apiKey}\n`,
  })
  expect(login).toMatchObject({ code: 0, output: expect.stringContaining('Logged in to  test_orchard') })
  const end = async () => {
    service.child.kill('SIGTERM')
    await service.ended
  }
  return {
    ...{ url, live, tested, config, folder },
    goodword: (args: readonly string[], input = '') =>
      runGoodword(args, { env: config, cwd: folder, ...(input === '' ? {} : { input }) }),
    stop: async () => {
      await end()
      await made.drop()
    },
    /** Stops the service; resolves with what starts it again at the same address. */
    startAgain: async () => {
      await end()
      return async () => {
        service = startProgram('main.ts', { ...env, PORT: new URL(url).port })
        await service.waitForOutput(/"baseUrl":"/)
      }
    },
  }
}
