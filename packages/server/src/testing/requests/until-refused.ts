import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Resolves when no process accepts connections on a local port any more. */
export async function untilRefused(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const code = await once(socket, 'connect').then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code,
    )
    socket.destroy()
    if (code === 'ECONNREFUSED') return
    // The process that is to stop needs the processor more than this loop.
    await pause(10)
  }
}
