import { createServer } from 'node:net'

/** The port itself, or for 0 one that is free: links and documentation name it before anything listens. */
export function chosenPort(port: number, host: string): Promise<number> {
  if (port !== 0) return Promise.resolve(port)
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, host, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
