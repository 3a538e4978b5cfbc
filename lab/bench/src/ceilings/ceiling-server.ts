import { fileURLToPath } from 'node:url'
import { startGuarded } from '@goodword/trials/laboratory/processes/guarded-program'
import { stopLater } from '../processes/stop-later.ts'

/** A server that does less than the service, as a separate process. */
export type CeilingServer = { readonly url: string; readonly stop: () => Promise<void> }

/** Starts the server of a script, and resolves when it listens. */
export async function startCeilingServer(
  script: URL,
  scriptArguments: readonly string[] = [],
): Promise<CeilingServer> {
  const program = startGuarded([fileURLToPath(script), ...scriptArguments], { env: {} })
  const stop = stopLater(async () => {
    process.stderr.write((await program.endBy('SIGTERM')).errors)
  })
  const [, url = ''] = await program.waitForOutput(/listening at (\S+)/)
  return { url, stop }
}
