import { connect } from 'node:net'

// A program of its own, because only a client that sends while the server answers can miss the answer. Takes a port,
// a request's head and how often; sends 20 MB after the head each time, and writes the statuses that came back.

const [port = '0', head = '', times = '1'] = process.argv.slice(2)
const PIECE = Buffer.from(`4000\r\n${' '.repeat(0x4000)}\r\n`)
const PIECES = 1280

const statuses: string[] = []
for (let time = 0; time < Number(times); time += 1) statuses.push(await statusAfterAll())
console.log(JSON.stringify(statuses))

function statusAfterAll(): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1')
    let received = ''
    let sent = 0
    const more = (): void => {
      while (sent < PIECES && !socket.destroyed) {
        sent += 1
        if (!socket.write(PIECE)) return
      }
    }
    socket.on('data', (piece) => {
      received += piece
    })
    socket.on('drain', more)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(received.split(' ')[1] ?? 'nothing'))
    socket.write(head)
    more()
  })
}
