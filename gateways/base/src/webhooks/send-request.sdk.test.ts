import { expect, onTestFinished, test, vi } from 'vitest'
import { type Answer, givenListener } from '../testing/given-listener.ts'
import { sendRequest } from './send-request.ts'

const closing = new AbortController().signal

test('a request times out', async () => {
  const listener = await givenListener(() => undefined)
  const outcome = await sendRequest({ method: 'POST', url: listener.url, limitMs: 30, closing })
  expect(outcome).toEqual({ kind: 'failed', error: 'the response was not complete within 0.03 s' })
  await listener.close()
})

test('a request whose answer never ends times out', async () => {
  const listener = await givenListener((_received, response) => {
    response.write('it begins')
  })
  const outcome = await sendRequest({ method: 'POST', url: listener.url, limitMs: 30, closing })
  expect(outcome).toEqual({ kind: 'failed', error: 'the response was not complete within 0.03 s' })
  await listener.close()
})

test('connections are kept from one question to the next', async () => {
  const ports = new Set<number | undefined>()
  const listener = await givenListener(notingPorts(ports))
  for (let n = 0; n < 5; n += 1) {
    const outcome = await sendRequest({ method: 'GET', url: listener.url, closing })
    expect(outcome).toMatchObject({ kind: 'answered', status: 200, text: 'answer' })
  }
  expect(ports.size).toBe(1)
  await listener.close()
})

test('a connection that rested while the program was busy is not reused: its listener may have ended it', async () => {
  const ports = new Set<number | undefined>()
  const listener = await givenListener(notingPorts(ports))
  onTestFinished(() => listener.close())
  await sendRequest({ method: 'GET', url: listener.url, closing })
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
  onTestFinished(() => now.mockRestore())
  await sendRequest({ method: 'GET', url: listener.url, closing })
  expect(ports.size).toBe(2)
})

function notingPorts(ports: Set<number | undefined>): Answer {
  return (_received, response) => {
    ports.add(response.socket?.remotePort)
    response.end('answer')
  }
}
