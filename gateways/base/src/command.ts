/** A sandbox that runs as a program. */
export type RunningSandbox = { readonly port: number; readonly url: string; close(): Promise<void> }

type Command = {
  readonly port: number
  readonly start: () => Promise<RunningSandbox>
  /** The message for an error that is not about the port. */
  readonly reasonOf?: (error: unknown) => string
}

/** Runs a sandbox until a signal. Standard output has one line with its address. */
export async function runCommand({ port, start, reasonOf = messageOf }: Command): Promise<void> {
  let sandbox: RunningSandbox
  try {
    sandbox = await start()
  } catch (error) {
    return failCommand(portProblem(error, port) ?? reasonOf(error))
  }
  endWithSignals(sandbox)
  const { url } = sandbox
  process.stdout.write(`${JSON.stringify({ url, port: sandbox.port, page: `${url}/` })}\n`)
}

export function failCommand(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function endWithSignals(sandbox: RunningSandbox): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, close)
  }
  // A program that started it with a channel between the two takes it along when it ends.
  process.once('disconnect', close)
  // The listener alone would keep the process alive.
  process.channel?.unref()

  function close(): void {
    sandbox.close().catch((error) => failCommand(`The state could not be written: ${messageOf(error)}`))
  }
}

function portProblem(error: unknown, port: number): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use. Use another one with --port, or any free port with --port 0.`
  }
  return code === 'EACCES' ? `This user may not use port ${port}. Use another one with --port.` : null
}
