import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll } from 'vitest'

/** An e-mail as a mail server received it. */
export type ReceivedMail = Email & {
  readonly raw: string
  readonly envelope: { readonly from: string; readonly to: readonly string[] }
  readonly isEncrypted: boolean
  readonly user: string | null
  /** The first value of a header, unfolded. */
  readonly header: (name: string) => string | null
}

type Reply = number | null

/** The replies of the mail server; null for success. They may be changed at any time. */
export type Answers = {
  mailFrom: (address: string) => Reply
  rcptTo: (address: string) => Reply
  /** The reply after the message was received. A message that is refused is not kept. */
  data: (mail: ReceivedMail) => Reply | Promise<Reply>
}

export type MailReceiver = {
  readonly port: number
  readonly mails: ReceivedMail[]
  /** Connections that were opened so far, and the most at a time. */
  readonly counts: { connections: number; open: number; most: number }
  readonly answers: Answers
  /** Refuses connections from now on, until it is started again at the same port. */
  stop(): Promise<void>
  start(): Promise<void>
}

const fileOf = (name: string) => readFileSync(fileURLToPath(new URL(`../tls/${name}`, import.meta.url)))

/** A real mail server on this machine that keeps the received messages. It closes after the file's last test. */
export async function startMailReceiver(options: SMTPServerOptions = {}): Promise<MailReceiver> {
  const mails: ReceivedMail[] = []
  const counts = { connections: 0, open: 0, most: 0 }
  const answers: Answers = { mailFrom: () => null, rcptTo: () => null, data: () => null }
  let server: SMTPServer | null = null
  let port = 0

  const open = () =>
    new SMTPServer({
      key: fileOf('server.key'),
      cert: fileOf('server.crt'),
      authOptional: true,
      disableReverseLookup: true,
      logger: false,
      onAuth: (auth, _session, done) => done(null, { user: auth.username }),
      onConnect(_session, done) {
        counts.connections += 1
        counts.open += 1
        counts.most = Math.max(counts.most, counts.open)
        done()
      },
      onClose() {
        counts.open -= 1
      },
      onMailFrom: ({ address }, _session, done) => done(errorOf(answers.mailFrom(address))),
      onRcptTo: ({ address }, _session, done) => done(errorOf(answers.rcptTo(address))),
      onData(stream, session, done) {
        const { mailFrom, rcptTo } = session.envelope
        const receive = async () => {
          const raw = await buffer(stream)
          const parsed = await PostalMime.parse(raw)
          const mail: ReceivedMail = {
            ...parsed,
            raw: raw.toString(),
            envelope: {
              from: mailFrom === false ? '' : mailFrom.address,
              to: rcptTo.map(({ address }) => address),
            },
            isEncrypted: session.secure,
            user: typeof session.user === 'string' ? session.user : null,
            header: (name) => parsed.headers.find((it) => it.key === name.toLowerCase())?.value ?? null,
          }
          const reply = await answers.data(mail)
          if (reply === null) mails.push(mail)
          return errorOf(reply)
        }
        receive().then(done, done)
      },
      ...options,
    })

  const receiver: MailReceiver = {
    get port() {
      return port
    },
    mails,
    counts,
    answers,
    async start() {
      const opened = open()
      // Clients that are killed reset their connections.
      opened.on('error', () => undefined)
      await new Promise<void>((ready) => opened.listen(port, '127.0.0.1', ready))
      const address = opened.server.address() as AddressInfo
      port = address.port
      server = opened
    },
    async stop() {
      const closing = server
      server = null
      if (closing === null) return
      for (const connection of closing.connections) connection.close()
      await new Promise<void>((closed) => closing.close(closed))
    },
  }
  await receiver.start()
  afterAll(() => receiver.stop())
  return receiver
}

function errorOf(reply: Reply): Error | null {
  return reply === null ? null : Object.assign(new Error('as the test wants it'), { responseCode: reply })
}
