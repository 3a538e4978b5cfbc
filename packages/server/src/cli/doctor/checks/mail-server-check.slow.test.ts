import { readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, expect, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import { startMailReceiver } from '../../../testing/mail/mail-receiver.ts'
import { checkMailServer } from './mail-server-check.ts'

const ca = readFileSync(fileURLToPath(new URL('../../../testing/tls/ca.crt', import.meta.url)), 'utf8')
const ordinary = getCACertificates('default')
const trustTestCertificates = () => setDefaultCACertificates([...ordinary, ca])
afterEach(() => setDefaultCACertificates(ordinary))

const onAuth: SMTPServerOptions['onAuth'] = (auth, _session, done) =>
  auth.password === 'right/password'
    ? done(null, { user: `${auth.username}` })
    : done(Object.assign(new Error('no'), { responseCode: 535 }))
const starttls = await startMailReceiver({ onAuth })
const plain = await startMailReceiver({ onAuth, disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
const implicit = await startMailReceiver({ onAuth, secure: true })
const closed = await startMailReceiver()
await closed.stop()

/** A server that answers each connection with a text, or with nothing. */
async function answering(text: string): Promise<number> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.write(text)
  })
  afterAll(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
const refusing = await answering('554 no service\r\n')
const silent = await answering('')

const RIGHT = 'mailer:right%2Fpassword@'
const WRONG = 'mailer:wrong-password@'
const check = (url: string | null, timeouts?: Parameters<typeof checkMailServer>[1]) =>
  checkMailServer(readConfig(url === null ? {} : { SMTP_URL: url }), timeouts)

test('without SMTP_URL, there is nothing to check', async () => {
  expect(await check(null)).toEqual({
    name: 'mail server',
    ok: true,
    message: 'SMTP_URL is not set: e-mails to users are kept and not sent.',
  })
})

test.each([
  // To this machine encryption is not required.
  [`smtps://${RIGHT}localhost:${implicit.port}`, 'responds with TLS; the login works.'],
  [`smtp://${RIGHT}localhost:${plain.port}`, 'responds without encryption; the login works.'],
  [`smtp://localhost:${starttls.port}`, 'responds without encryption; no login is configured.'],
])('%s is well, and gets no e-mail', async (url, message) => {
  trustTestCertificates()
  expect(await check(url)).toMatchObject({ ok: true, message: expect.stringContaining(message) })
  expect([...implicit.mails, ...plain.mails, ...starttls.mails]).toEqual([])
})

test.each([
  [`smtps://${WRONG}localhost:${implicit.port}`, 'refuses the login (reply 535). Check the user'],
  [`smtp://localhost:${closed.port}`, 'cannot be reached, or refuses the connection. Check the host'],
  [`smtp://localhost:${refusing}`, 'cannot be reached, or refuses the connection (reply 554)'],
  ['smtp://mail.invalid:587', 'cannot be reached, or refuses the connection. Check the host'],
])('%s is a fault that says what to do, without the password', async (url, message) => {
  trustTestCertificates()
  const { ok, message: found } = await check(url)
  expect(ok).toBe(false)
  expect(found).toContain(message)
  expect(found).not.toMatch(/wrong-password|mailer/)
})

test('a certificate of an unknown authority is a fault', async () => {
  expect(await check(`smtps://${RIGHT}localhost:${implicit.port}`)).toMatchObject({
    ok: false,
    message: expect.stringMatching(/cannot be reached with TLS.*NODE_EXTRA_CA_CERTS/),
  })
})

test('a server that says nothing is a fault, and so is one that never ends', async () => {
  const soon = { connectMs: 100, silenceMs: 100, deadlineMs: 60_000 }
  const late = { connectMs: 60_000, silenceMs: 60_000, deadlineMs: 100 }
  for (const timeouts of [soon, late]) {
    expect(await check(`smtp://localhost:${silent}`, timeouts)).toMatchObject({
      ok: false,
      message: expect.stringContaining('does not respond in time'),
    })
  }
})
