import { once } from 'node:events'
import { connect } from 'node:net'

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
  }
}
