import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { chosenPort } from '@goodword/server/start/free-port'

/**
 * A port of this machine for a service that is started more than once: as long as this process lives, nobody is given it
 * by chance, also while the service is down. Whoever asks for it by its number gets it.
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
