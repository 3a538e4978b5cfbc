import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { chosenPort } from '@goodword/server/start/free-port'

/**
 * A local port for a service that is started more than once: while this process runs, the system assigns it to no other
 * program, also while the service is down. It can be bound by its number.
 */
export async function heldPort(): Promise<number> {
  const peer = createServer().listen(0, '127.0.0.1').unref()
  await once(peer, 'listening')
  const address = peer.address()
  const peerPort = typeof address === 'object' && address !== null ? address.port : 0
  for (;;) {
    const port = await chosenPort(0, '127.0.0.1')
    // A connection from it: the system hands out no port that is in use, and lets others listen at this one.
    const holder = connect({ host: '127.0.0.1', port: peerPort, localAddress: '127.0.0.1', localPort: port })
    const isHeld = await once(holder, 'connect').then(
      () => true,
      () => false,
    )
    holder.unref()
    if (isHeld) return port
  }
}
