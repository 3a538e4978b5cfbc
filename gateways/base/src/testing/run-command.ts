import { type NodeProgram, startNode } from '@goodword/testing/node-program'

export type Running = NodeProgram & { readonly url: string; readonly port: number }

/** Starts the command, or the bundle, and waits until it is ready. */
export async function startCommand(file: string, args: readonly string[], cwd?: string): Promise<Running> {
  const program = startNode([file, '--port', '0', ...args], {
    env: {},
    ...(cwd === undefined ? {} : { cwd }),
  })
  const [line] = await program.waitForOutput(/^.+(?=\n)/).catch(async () => {
    const { code, errors } = await program.ended
    throw new Error(`the command exited with ${code}: ${errors}`)
  })
  const { url, port } = JSON.parse(line)
  return { ...program, url, port }
}

/** Stops it with a signal, and returns its exit code after all output was read. */
export async function endCommand(
  { child, ended }: Running,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  child.kill(signal)
  return (await ended).code
}
