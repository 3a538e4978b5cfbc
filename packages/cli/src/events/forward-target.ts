import { connect } from 'node:net'
import { UsageError } from '../command.ts'

const CONNECT_MS = 2000

/** The URL that `--forward-to` means: a host or a port of this machine may stand alone. */
export function targetOf(text: string): string {
  const local = /^:?(\d{1,5})(?=$|[/?])/.exec(text)
  const address = local === null ? text : `127.0.0.1:${local[1]}${text.slice(local[0].length)}`
  const url = /^https?:\/\//.test(address) ? address : `http://${address}`
  if (URL.canParse(url)) return url
  throw new UsageError('--forward-to takes a URL, such as http://127.0.0.1:3000/goodword/events.')
}

/** Why no connection to the host of a URL comes about now; null if one does. Nothing is sent. */
export function faultOfTarget(url: string): Promise<string | null> {
  const { hostname, port, protocol } = new URL(url)
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  const socket = connect({
    host,
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    timeout: CONNECT_MS,
  })
  return new Promise((resolve) => {
    const end = (fault: string | null) => {
      socket.destroy()
      resolve(fault)
    }
    socket.once('connect', () => end(null)).once('timeout', () => end(`${host} does not answer`))
    socket.once('error', (error) => end(reasonOf(error, host)))
  })
}

function reasonOf(error: NodeJS.ErrnoException, host: string): string {
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') return `there is no host ${host}`
  return error.code === 'ECONNREFUSED' ? 'nothing listens there' : String(error.code ?? error.message)
}
