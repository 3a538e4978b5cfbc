import { fileURLToPath } from 'node:url'
import { type ChildProgram, startProgram } from '../processes/child-program.ts'

/** A server that does less than the service, as a separate process. */
export type CeilingServer = { readonly url: string; readonly stop: ChildProgram['stop'] }

/** Starts the server of a script, and resolves when it listens. */
export async function startCeilingServer(
  script: URL,
  scriptArguments: readonly string[] = [],
): Promise<CeilingServer> {
  const program = startProgram({ script: fileURLToPath(script), scriptArguments })
  const [, url = ''] = await program.waitForOutput(/listening at (\S+)/)
  return { url, stop: program.stop }
}
