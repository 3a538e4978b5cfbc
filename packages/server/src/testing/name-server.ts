import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { decode, encode } from 'dns-packet'

export type TestNameServer = {
  /** What to give the service as NAME_SERVERS. */
  readonly address: string
  /** The texts of TXT records by name, each as the parts that it is sent in; null for a failure of the server. */
  readonly texts: Map<string, readonly (readonly string[])[] | null>
  readonly close: () => Promise<void>
}

const NAME_ERROR = 3
const SERVER_FAILURE = 2

/** A name server on this machine that knows nothing but TXT records. */
export async function startNameServer(): Promise<TestNameServer> {
  const texts: TestNameServer['texts'] = new Map()
  const socket = createSocket('udp4')
  socket.on('message', (message, { address, port }) => {
    const { id, questions = [] } = decode(message)
    const name = questions[0]?.name.toLowerCase() ?? ''
    const records = texts.get(name)
    const code = records === undefined ? NAME_ERROR : records === null ? SERVER_FAILURE : 0
    const answers = (records ?? []).map((data) => ({ type: 'TXT' as const, name, data: [...data] }))
    socket.send(encode({ type: 'response', id: id ?? 0, flags: code, questions, answers }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    texts,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}
