import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openMailServer } from '../../../engine/mail-server/open-mail-server.ts'
import { startMailReceiver } from '../../../testing/mail/mail-receiver.ts'
import { type MailTenant, makeMailTenant } from '../../../testing/mail/mail-tenant.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { type ChoiceChange, choosePreferences } from '../preferences.ts'
import { MAX_REFUSALS } from './send-mails.ts'

const db = await createTestDatabase()
const receiver = await startMailReceiver()
const settings = () => ({ host: '127.0.0.1', port: receiver.port, tls: 'off', login: null }) as const
const fast = { perSecond: 1000, openMs: 1, connectMs: 60_000, silenceMs: 60_000 }
const HOUR_MS = 3_600_000

let made = 0
async function tenantWithServer(limits = {}): Promise<MailTenant> {
  made += 1
  return makeMailTenant(db, `sender_${made}`, openMailServer(settings(), { ...fast, ...limits }))
}

/** A referrer with an address, one friend who joined, and the e-mail about it. */
async function tenantWithMail(limits = {}): Promise<MailTenant> {
  const tenant = await tenantWithServer(limits)
  await tenant.track('ada', 'server', tenant.identify('u', { email: 'ada@example.com', firstName: 'Ada' }))
  const code = await tenant.referrer('ada', 'u')
  await tenant.friend('bob', code, { firstName: 'Bob', lastName: 'Tester' })
  await tenant.publish()
  return tenant
}

beforeEach(() => {
  receiver.mails.length = 0
})
afterEach(async () => {
  Object.assign(receiver.answers, { mailFrom: () => null, rcptTo: () => null, data: () => null })
  await receiver.stop()
  await receiver.start()
})

test('an e-mail reaches its recipient with all its headers, once', async () => {
  const tenant = await tenantWithMail()
  expect(await tenant.send()).toEqual({ again: null })
  expect(await tenant.send()).toEqual({ again: null })
  const [mail] = await tenant.mails()
  expect(mail).toMatchObject({ state: 'SENT', reason: null, reply_code: 250, attempts: 1 })
  expect(receiver.mails).toHaveLength(1)
  const [received] = receiver.mails
  expect(received).toMatchObject({
    envelope: { from: 'rewards@example.com', to: ['ada@example.com'] },
    from: { name: 'Refer a friend', address: 'rewards@example.com' },
    to: [{ address: 'ada@example.com' }],
    subject: 'Bob T. joined through your link',
    messageId: `<${mail?.id}.${tenant.id}@example.com>`,
  })
  const link = /https:\/\/goodword[^\s]+\/unsubscribe\/[^\s>]+/.exec(received?.text ?? '')?.[0]
  expect(received?.header('List-Unsubscribe')).toBe(`<${link}>`)
  expect(received?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  expect(received?.header('Auto-Submitted')).toBe('auto-generated')
  expect(received?.html).toContain(`href="${link}"`)
  expect(received?.text).toContain('Hello Ada,')
  expect(received?.text).toContain(`/r/${tenant.id}/`)
})

test.each<[string, ChoiceChange, readonly (readonly [kind: string, state: string, reason: string | null])[]]>(
  [
    [
      'turned off one kind gets the others',
      { unwanted: new Set(['FRIEND_JOINED']) },
      [
        ['FRIEND_JOINED', 'SKIPPED', 'UNSUBSCRIBED'],
        ['REWARD_EARNED', 'SENT', null],
      ],
    ],
    [
      'unsubscribed gets none',
      { isSubscribed: false },
      [
        ['FRIEND_JOINED', 'SKIPPED', 'UNSUBSCRIBED'],
        ['REWARD_EARNED', 'SKIPPED', 'UNSUBSCRIBED'],
      ],
    ],
  ],
)('an address that %s', async (_, change, expected) => {
  const tenant = await tenantWithMail()
  await tenant.pay('bob')
  await tenant.publish()
  await choosePreferences(tenant.sender, tenant.id, { accountId: 'ada', userId: 'u' } as never, change)
  await tenant.send()
  const mails = (await tenant.mails()).map((it) => [it.kind, it.state, it.reason])
  expect(mails).toEqual(expected)
  expect(receiver.mails).toHaveLength(expected.filter(([, state]) => state === 'SENT').length)
})

test('an e-mail is in the language of its recipient', async () => {
  const tenant = await tenantWithServer()
  await tenant.track('ada', 'server', tenant.identify('u', { email: 'ada@example.com', locale: 'de' }))
  await tenant.friend('bob', await tenant.referrer('ada', 'u'), { firstName: 'Bob', locale: 'fr' })
  await tenant.publish()
  await tenant.send()
  expect(receiver.mails[0]?.html).toContain('<html lang="de"')
  expect(receiver.mails[0]?.subject).toContain('Bob')
})

test('sender, answers and bounces go where the program says', async () => {
  const tenant = await tenantWithMail()
  await db.owner.query(
    {
      name: '',
      text: `update app.program set settings = jsonb_set(settings, '{emails}', settings -> 'emails' || '{"fromName": "Ex\\"ämple, Ltd <x>", "replyTo": "help@example.com", "bounceAddress": "bounces@example.com"}') where tenant_id = $1`,
    },
    [tenant.id],
  )
  await tenant.send()
  expect(receiver.mails[0]).toMatchObject({
    envelope: { from: 'bounces@example.com', to: ['ada@example.com'] },
    from: { name: 'Ex"ämple, Ltd <x>', address: 'rewards@example.com' },
    replyTo: [{ address: 'help@example.com' }],
  })
})

describe('a mail server', () => {
  test('a mail server that is down delays an e-mail and does not lose it', async () => {
    const tenant = await tenantWithMail()
    await receiver.stop()
    const { again } = await tenant.send()
    expect(again).toBeGreaterThan(tenant.clock.now)
    expect(await tenant.mails()).toMatchObject([
      { state: 'WAITING', reason: 'SERVER_UNREACHABLE', attempts: 0, finished_at: null },
    ])
    await receiver.start()
    await vi.waitUntil(async () => (await tenant.send()).again === null, { timeout: 120_000 })
    expect(await tenant.mails()).toMatchObject([{ state: 'SENT', reason: null, attempts: 1 }])
    expect(receiver.mails).toHaveLength(1)
  })

  test('a mail server that fails again and again is left alone while the circuit breaker is open', async () => {
    const tenant = await tenantWithMail({ failuresToOpen: 2, openMs: 600_000 })
    receiver.answers.mailFrom = () => 421
    const before = receiver.counts.connections
    for (let run = 0; run < 5; run += 1) await tenant.send()
    expect(receiver.counts.connections - before).toBe(2)
    expect(await tenant.mails()).toMatchObject([{ state: 'WAITING', reply_code: 421, attempts: 0 }])
  })

  test('a mail server that refuses an e-mail for now gets it again later, and in the end it is given up', async () => {
    const tenant = await tenantWithMail()
    receiver.answers.rcptTo = () => 450
    const delays: number[] = []
    for (let attempt = 1; attempt < MAX_REFUSALS; attempt += 1) {
      const { again } = await tenant.send()
      delays.push((again ?? 0) - tenant.clock.now)
      const [mail] = await tenant.mails()
      expect(mail).toMatchObject({
        state: 'WAITING',
        reason: 'REFUSED_FOR_NOW',
        reply_code: 450,
        attempts: attempt,
      })
      tenant.clock.now = again ?? 0
    }
    expect(delays.slice(0, 4)).toEqual([60_000, 120_000, 240_000, 480_000])
    expect(Math.max(...delays)).toBe(6 * HOUR_MS)
    expect(await tenant.send()).toEqual({ again: null })
    expect(await tenant.mails()).toMatchObject([
      { state: 'FAILED', reason: 'GAVE_UP', attempts: MAX_REFUSALS },
    ])
    expect(receiver.mails).toEqual([])
  })

  test.each([
    ['rcptTo', 550, 'RECIPIENT_REFUSED'],
    ['mailFrom', 553, 'SENDER_REFUSED'],
    ['data', 554, 'MESSAGE_REFUSED'],
  ] as const)(
    'a mail server that refuses at %s with %i fails the e-mail for good',
    async (step, code, reason) => {
      const tenant = await tenantWithMail()
      receiver.answers[step] = () => code
      expect(await tenant.send()).toEqual({ again: null })
      expect(await tenant.mails()).toMatchObject([{ state: 'FAILED', reason, reply_code: code, attempts: 1 }])
      receiver.answers[step] = () => null
      expect(await tenant.send()).toEqual({ again: null })
      expect(receiver.mails).toEqual([])
    },
  )

  test('a mail server that hangs is given up at the deadline, and the e-mail waits', async () => {
    const tenant = await tenantWithMail({ deadlineMs: 200 })
    let release = (_: null) => {}
    receiver.answers.data = () => new Promise<null>((resolve) => (release = resolve))
    await tenant.send()
    expect(await tenant.mails()).toMatchObject([{ state: 'WAITING', reason: 'SERVER_TIMED_OUT' }])
    release(null)
  })

  test('a mail server gets a few e-mails at a time', async () => {
    const tenant = await tenantWithServer({ maxConcurrent: 2 })
    for (let index = 0; index < 9; index += 1) {
      const id = `referrer_${index}`
      await tenant.track(id, 'server', tenant.identify('u', { email: `${id}@example.com` }))
      await tenant.friend(`friend_${index}`, await tenant.referrer(id, 'u'))
    }
    await tenant.publish()
    receiver.counts.most = 0
    await tenant.send()
    expect(receiver.mails).toHaveLength(9)
    expect(receiver.counts.most).toBeLessThanOrEqual(2)
  })
})

test('an e-mail that was interrupted while it was sent is sent again with the same Message-ID', async () => {
  const tenant = await tenantWithMail()
  await tenant.send()
  await db.owner.query(
    { name: '', text: `update app.mail set state = 'SENDING', finished_at = null where tenant_id = $1` },
    [tenant.id],
  )
  await tenant.send()
  const ids = receiver.mails.map((it) => it.messageId)
  expect(ids).toEqual([ids[0], ids[0]])
  expect(await tenant.mails()).toMatchObject([{ state: 'SENT' }])
})

test('an aborted run leaves the rest for the next one', async () => {
  const tenant = await tenantWithMail()
  expect((await tenant.send(AbortSignal.abort())).again).toBe(tenant.clock.now)
  expect(await tenant.mails()).toMatchObject([{ state: 'WAITING' }])
})

test('a few tenants are served at a time, the others soon', async () => {
  const first = await tenantWithMail({ maxRuns: 1 })
  let release = (_: null) => {}
  let reached = () => {}
  const isReached = new Promise<void>((resolve) => (reached = resolve))
  receiver.answers.data = () => {
    reached()
    return new Promise<null>((resolve) => (release = resolve))
  }
  const run = first.send()
  await isReached
  const second = await first.send()
  expect(second.again).toBeGreaterThan(first.clock.now)
  release(null)
  expect(await run).toEqual({ again: null })
  expect(await first.mails()).toMatchObject([{ state: 'SENT' }])
})
