import { connect } from 'node:net'

/** Sends bytes as they are over a connection of their own, and waits for its end. */
export function sendBytes(url: string, bytes: string): Promise<void> {
  return new Promise((done) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.end(bytes))
    socket.resume().once('close', () => done())
  })
}
