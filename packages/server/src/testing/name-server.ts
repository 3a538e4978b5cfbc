import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type Answer, decode, encode } from 'dns-packet'

export type TestNameServer = {
  /** The value of NAME_SERVERS for the service. */
  readonly address: string
  /** The texts of TXT records by name, each as the parts that it is sent in; null for a failure of the server. */
  readonly texts: Map<string, readonly (readonly string[])[] | null>
  /** The addresses and the CNAME record of hosts by name. */
  readonly hosts: Map<string, { readonly A?: string; readonly AAAA?: string; readonly CNAME?: string }>
  readonly close: () => Promise<void>
}

const NAME_ERROR = 3
const SERVER_FAILURE = 2

/** A name server on this machine that knows TXT records and hosts. */
export async function startNameServer(): Promise<TestNameServer> {
  const texts: TestNameServer['texts'] = new Map()
  const hosts: TestNameServer['hosts'] = new Map()

  function answersTo(type: string, name: string): readonly Answer[] | null | undefined {
    const host = hosts.get(name)
    if (host === undefined) {
      const records = texts.get(name)
      if (records === undefined || records === null) return records
      return records.map((data) => ({ type: 'TXT' as const, name, data: [...data] }))
    }
    const kind = type === 'A' || type === 'AAAA' || type === 'CNAME' ? type : null
    const data = kind === null ? undefined : host[kind]
    return kind === null || data === undefined ? [] : [{ type: kind, name, data }]
  }

  const socket = createSocket('udp4')
  socket.on('message', (message, { address, port }) => {
    const { id, questions = [] } = decode(message)
    const [{ type, name } = { type: '', name: '' }] = questions
    const found = answersTo(type, name.toLowerCase())
    const code = found === undefined ? NAME_ERROR : found === null ? SERVER_FAILURE : 0
    const answers = [...(found ?? [])]
    socket.send(encode({ type: 'response', id: id ?? 0, flags: code, questions, answers }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    texts,
    hosts,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}
