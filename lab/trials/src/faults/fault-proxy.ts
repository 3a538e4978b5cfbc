import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A fault of the connection to PostgreSQL. All but `down` and `reset` leave connections open. */
export type Fault =
  | { readonly kind: 'none' }
  /** No server listens, and open connections are closed. */
  | { readonly kind: 'down' }
  /** New and open connections are reset. */
  | { readonly kind: 'reset' }
  /** Connections are taken; nothing passes in either direction, and data sent meanwhile are lost for ever. */
  | { readonly kind: 'blackhole' }
  /** The answers of PostgreSQL are delayed. */
  | { readonly kind: 'late'; readonly byMs: number }
  /** The answers of PostgreSQL come in pieces of so many bytes, 20 ms apart. */
  | { readonly kind: 'trickling'; readonly bytes: number }

/**
 * Loses the response to one commit, after the next `skip` ones. `unheard`: the connection is cut before PostgreSQL receives
 * of it; a number: it is cut when so many bytes of the answer have passed; `unanswered`: it stays open, and silent.
 */
export type LostCommit = { readonly skip: number; readonly passing: number | 'unheard' | 'unanswered' }

export type FaultProxy = {
  readonly port: number
  set(fault: Fault): Promise<void>
  loseCommit(it: LostCommit): void
  /** Whether the commit that was to be lost has come. */
  readonly hasLostCommit: boolean
  close(): Promise<void>
}

/** A proxy on loopback in front of a PostgreSQL, of whose protocol it recognizes a commit. */
export async function startFaultProxy(target: NetConnectOpts): Promise<FaultProxy> {
  const pairs = new Set<Pair>()
  let fault: Fault = { kind: 'none' }
  let losing: LostCommit | null = null
  const server = createServer((client) => {
    const pair = { client, database: connect(target), passing: null }
    pairs.add(pair)
    join(pair)
    if (fault.kind === 'reset') disconnect(pair)
  })
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : port
  }
  const port = await listen(0)
  return {
    port,
    async set(next) {
      if (next.kind === 'down' || next.kind === 'reset') for (const pair of pairs) disconnect(pair)
      if (next.kind === 'down' && server.listening) await new Promise((closed) => server.close(closed))
      if (next.kind !== 'down' && !server.listening) await listen(port)
      fault = next
    },
    loseCommit(it) {
      losing = it
    },
    get hasLostCommit() {
      return losing === null
    },
    async close() {
      for (const pair of pairs) disconnect(pair)
      if (server.listening) await new Promise((closed) => server.close(closed))
    },
  }

  function join(pair: Pair): void {
    const { client, database } = pair
    client.setNoDelay(true)
    client.on('data', (piece) => {
      if (fault.kind === 'blackhole') return
      if (isLost(pair, piece)) disconnect(pair)
      else database.write(piece)
    })
    database.on('data', (piece) => answer(pair, piece))
    for (const socket of [client, database]) {
      socket.on('error', () => undefined)
      // A black hole does not pass on the end of a connection either; the other side closes by itself.
      socket.on('close', () => {
        pairs.delete(pair)
        client.destroy()
        database.destroy()
      })
    }
  }

  function answer(pair: Pair, piece: Buffer): void {
    const { client, passing } = pair
    if (passing === 'unanswered') return
    if (passing !== null) {
      client.write(piece.subarray(0, passing), () => disconnect(pair))
      return
    }
    if (fault.kind === 'none') client.write(piece)
    else if (fault.kind === 'late') setTimeout(() => client.write(piece), fault.byMs)
    else if (fault.kind === 'trickling') void trickle(pair, piece, fault.bytes)
  }

  /** Whether this is a commit that PostgreSQL must not receive; notes the one whose response is to be lost. */
  function isLost(pair: Pair, piece: Buffer): boolean {
    if (losing === null || !piece.includes('tx.commit')) return false
    if (losing.skip > 0) {
      losing = { ...losing, skip: losing.skip - 1 }
      return false
    }
    const { passing } = losing
    losing = null
    if (passing === 'unheard') return true
    pair.passing = passing
    return false
  }
}

type Pair = {
  readonly client: Socket
  readonly database: Socket
  /** How many bytes of the next answer arrive before the connection is cut; null for all of all answers. */
  passing: number | 'unanswered' | null
}

function disconnect({ client, database }: Pair): void {
  client.resetAndDestroy()
  database.destroy()
}

async function trickle({ client, database }: Pair, piece: Buffer, bytes: number): Promise<void> {
  database.pause()
  for (let at = 0; at < piece.length && !client.destroyed; at += bytes) {
    client.write(piece.subarray(at, at + bytes))
    await new Promise((next) => setTimeout(next, 20))
  }
  database.resume()
}
