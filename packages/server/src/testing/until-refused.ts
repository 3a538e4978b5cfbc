import { once } from 'node:events'
import { connect } from 'node:net'

/** Resolves when nobody takes connections at a port of this machine any more. */
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
