import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runCommand } from '@goodword/server/testing/run-command'
import { type GuardedProgram, type ProgramOptions, startGuarded } from './guarded-program.ts'

const serverFolder = resolve(import.meta.dirname, '../../../../../packages/server/src')

/** The environment of every service of a trial. */
export const trialEnvironment = { RATE_LIMITS: 'off', DEMO: 'off', LOG_LEVEL: 'warn' } as const

export function startGoodword(
  options: ProgramOptions,
  nodeArguments: readonly string[] = [],
): GuardedProgram {
  return startGuarded([...nodeArguments, resolve(serverFolder, 'main.ts')], options)
}

export type RunningService = {
  readonly program: GuardedProgram
  readonly pid: number
  readonly url: string
  readonly port: number
}

/** Resolves when a service that was started says where it listens. */
export async function untilListening(program: GuardedProgram): Promise<RunningService> {
  const [, url = ''] = await program.waitForOutput(/"baseUrl":"([^"]+)"/)
  return { program, pid: await program.pid, url, port: Number(new URL(url).port) }
}

export type Tenant = { readonly alias: string; readonly apiKey: string }

/** Makes a tenant by the operator's command; returns one of its modes. */
export async function createTenant(
  env: ProgramOptions['env'],
  name: string,
  mode: 'live' | 'test' = 'live',
): Promise<Tenant> {
  return (await createBothModes(env, name))[mode]
}

/** Creates a program with both modes. */
export async function createBothModes(
  env: ProgramOptions['env'],
  name: string,
): Promise<Readonly<Record<'live' | 'test', Tenant>>> {
  const page = 'https://shop.example.com/welcome'
  const { code, output, errors } = await runCommand(env, 'tenant', 'create', name, '--landing-page', page)
  if (code !== 0) throw new Error(`${name} could not be created: ${errors}`)
  const { live, test } = JSON.parse(output)
  return { live: tenantOf(live), test: tenantOf(test) }
}

function tenantOf({ alias, apiKey }: Record<string, unknown>): Tenant {
  return { alias: String(alias), apiKey: String(apiKey) }
}

/** Resolves when the service logs that it is ready. */
export async function untilReady(url: string, withinMs = 60_000): Promise<void> {
  const limit = performance.now() + withinMs
  while (performance.now() < limit) {
    const isReady = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) return
    await pause(25)
  }
  throw new Error(`${url} is not ready after ${withinMs} ms`)
}
