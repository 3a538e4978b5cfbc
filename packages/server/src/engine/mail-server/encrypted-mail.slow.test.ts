import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { startMailReceiver } from '../../testing/mail/mail-receiver.ts'
import type { OutgoingMail } from './mail-server.ts'
import { openMailServer } from './open-mail-server.ts'
import type { SmtpSettings } from './smtp-address.ts'
import { verifyMailServer } from './verify-mail-server.ts'

const ca = readFileSync(fileURLToPath(new URL('../../testing/tls/ca.crt', import.meta.url)), 'utf8')
const ordinary = getCACertificates('default')
const trustTestCertificates = () => setDefaultCACertificates([...ordinary, ca])
afterEach(() => setDefaultCACertificates(ordinary))

const login = { user: 'mailer', password: 'right' }
const onAuth = (
  auth: { username?: string | undefined; password?: string | null | undefined },
  _session: unknown,
  done: (error: Error | null, response?: { user?: string }) => void,
) =>
  auth.password === 'right'
    ? done(null, { user: `${auth.username}` })
    : done(Object.assign(new Error('no'), { responseCode: 535 }))

const starttls = await startMailReceiver({ onAuth })
const plain = await startMailReceiver({ onAuth, disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
const implicit = await startMailReceiver({ onAuth, secure: true })

const mail: OutgoingMail = {
  messageId: '<1@example.com>',
  sentAt: 0,
  from: { name: 'Example', address: 'rewards@example.com' },
  replyTo: null,
  to: 'jürgen@example.com',
  bounceAddress: 'bounces@example.com',
  subject: 'Grüße 🎈',
  text: 'Hallo.',
  html: '<p>Hallo.</p>',
  unsubscribeLink: `https://goodword.example.com/unsubscribe/acme/${'x'.repeat(64)}`,
}

const send = (port: number, settings: Pick<SmtpSettings, 'tls' | 'login'>) =>
  openMailServer({ host: 'localhost', port, ...settings }).send(mail, new AbortController().signal)

test.each([
  ['STARTTLS', starttls, 'required'],
  ['TLS from the first byte', implicit, 'implicit'],
] as const)('an e-mail is sent over %s, after a login', async (_what, receiver, tls) => {
  trustTestCertificates()
  expect(await send(receiver.port, { tls, login })).toEqual({ kind: 'accepted', replyCode: 250 })
  expect(receiver.mails.at(-1)).toMatchObject({
    isEncrypted: true,
    user: 'mailer',
    subject: 'Grüße 🎈',
    envelope: { from: 'bounces@example.com', to: ['jürgen@example.com'] },
  })
})

test.each([
  ['STARTTLS', starttls, 'required'],
  ['TLS from the first byte', implicit, 'implicit'],
] as const)('a certificate of an unknown authority is refused, over %s', async (_what, receiver, tls) => {
  const before = receiver.mails.length
  expect(await send(receiver.port, { tls, login })).toMatchObject({
    kind: 'unavailable',
    reason: 'TLS_FAILED',
  })
  expect(receiver.mails).toHaveLength(before)
})

test('no login and no e-mail is sent to a server without the encryption that is required', async () => {
  trustTestCertificates()
  expect(await send(plain.port, { tls: 'required', login })).toMatchObject({
    kind: 'unavailable',
    reason: 'TLS_FAILED',
  })
  expect(plain.mails).toEqual([])
})

test('a server is verified without an e-mail: encryption that is required, and the login', async () => {
  trustTestCertificates()
  const timeouts = { connectMs: 60_000, silenceMs: 60_000, deadlineMs: 60_000 }
  const verify = (port: number, password: string) =>
    verifyMailServer({ host: 'localhost', port, tls: 'required', login: { ...login, password } }, timeouts)
  const before = [starttls, plain].map((it) => it.mails.length)
  expect(await verify(starttls.port, 'right')).toBeNull()
  expect(await verify(starttls.port, 'wrong')).toMatchObject({ reason: 'LOGIN_FAILED', replyCode: 535 })
  expect(await verify(plain.port, 'right')).toMatchObject({ reason: 'TLS_FAILED' })
  expect([starttls, plain].map((it) => it.mails.length)).toEqual(before)
})

test('a rejected password is a fault of the connection, not of the e-mail', async () => {
  trustTestCertificates()
  const wrong = { user: 'mailer', password: 'wrong' }
  expect(await send(starttls.port, { tls: 'required', login: wrong })).toEqual({
    kind: 'unavailable',
    reason: 'LOGIN_FAILED',
    replyCode: 535,
  })
})

test('encryption can be turned off', async () => {
  expect(await send(plain.port, { tls: 'off', login })).toMatchObject({ kind: 'accepted' })
  expect(plain.mails.at(-1)).toMatchObject({ isEncrypted: false, user: 'mailer' })
})
