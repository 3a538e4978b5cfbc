import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type GuardedProgram, type ProgramOptions, startGuarded } from './guarded-program.ts'

const serverFolder = resolve(import.meta.dirname, '../../../packages/server/src')

/** What every service of a trial is started with. */
export const trialEnvironment = { RATE_LIMITS: 'off', DEMO: 'off', LOG_LEVEL: 'warn' } as const

export function startGoodword(options: ProgramOptions): GuardedProgram {
  return startGuarded([resolve(serverFolder, 'main.ts')], options)
}

export type Tenant = { readonly alias: string; readonly apiKey: string }

/** Makes a tenant by the operator's command line; answers one of its modes. */
export async function createTenant(
  env: ProgramOptions['env'],
  name: string,
  mode: 'live' | 'test' = 'live',
): Promise<Tenant> {
  const page = 'https://shop.example.com/welcome'
  const args = [resolve(serverFolder, 'cli/main.ts'), 'tenant', 'create', name, '--landing-page', page]
  const { code, output, errors } = await startGuarded(args, { env }).ended
  if (code !== 0) throw new Error(`tenant create ended with ${code}: ${errors}`)
  const { alias, apiKey } = JSON.parse(output)[mode]
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
