import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { listen } from '../../testing/requests/bare-connection.ts'
import { createNoteFrame } from './test-frame.ts'

const { app, logged } = createNoteFrame({ maxConnections: 2 })
const port = await listen(app)
afterAll(() => app.close())

const request = 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n'

test('a connection beyond the limit is closed at once, and the others go on', async () => {
  const open = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  for (const socket of open) {
    socket.write(request)
    await once(socket, 'data')
  }
  const [dropped] = await Promise.all([once(app.server, 'drop'), once(connect(port, '127.0.0.1'), 'close')])
  expect(dropped).toHaveLength(1)
  for (const socket of open) {
    socket.write(request)
    expect(String(await once(socket, 'data'))).toContain('200 OK')
    socket.destroy()
  }
  await expect.poll(() => logged.join()).toMatch(/"closed":1,"most":2.*too many are open/)
})
