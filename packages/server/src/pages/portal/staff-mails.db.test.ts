import { expect, test } from 'vitest'
import { lettersSent } from '../../administration/notices/staff-mails.ts'
import { openMailServer } from '../../engine/mail-server/open-mail-server.ts'
import { parseSmtpAddress } from '../../engine/mail-server/smtp-address.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { drainTenant } from '../../jobs/drain-tenant.ts'
import { jobHandlers } from '../../jobs/handlers.ts'
import { startMailReceiver } from '../../testing/mail/mail-receiver.ts'
import { merchantAt } from '../../testing/merchant.ts'
import { openBrowser } from '../../testing/staff/browser.ts'
import { addStaff, signedIn } from '../../testing/staff/team.ts'
import { startTestService } from '../../testing/test-service.ts'
import { testRunner } from '../../testing/test-worker.ts'

const receiver = await startMailReceiver()
const settings = parseSmtpAddress(`smtp://127.0.0.1:${receiver.port}?tls=off`)
const mailServer = openMailServer(settings ?? expect.fail('not the address of a mail server'))
const {
  app,
  call,
  clock,
  ctx,
  live,
  other,
  test: trial,
  owner: database,
} = await startTestService({ mailServer })
const DAY_MS = 86_400_000
// Clock moves leave e-mails to workers; here they are sent with all else that is due.
const reminding = { ...jobHandlers.REMIND_REVIEWERS, isExternal: () => false }
const handlers = { ...jobHandlers, REMIND_REVIEWERS: reminding }
const { runner } = testRunner(ctx, async () => null, { handlers, random: () => 1 })
const { email } = await addStaff(ctx, live, 'owner')
const owner = await signedIn(app, email)

async function invite(address: string) {
  const path = `/api/v1/${live.alias}/staff-invitations`
  const answer = await owner.request('POST', path, { body: { email: address, role: 'analyst' } })
  await lettersSent(ctx)
  return answer.body
}

async function listed() {
  const { body } = await owner.request('GET', `/api/v1/${live.alias}/staff-mails`)
  return body.mails
}

test('with a mail server, an invitation is sent, and its link is not in the answer', async () => {
  expect(await invite('carol@example.com')).toMatchObject({ email: 'carol@example.com', link: null })
  const [mail] = receiver.mails
  expect(mail?.envelope).toEqual({ from: 'no-reply@goodword.example.com', to: ['carol@example.com'] })
  expect(mail?.header('list-unsubscribe')).toBeNull()
  const [link = ''] = /https:\S+/.exec(mail?.text ?? '') ?? []
  const token = new URL(link).searchParams.get('token')
  const offer = await openBrowser(app).request('POST', '/portal/invitation/check', { body: { token } })
  expect(offer.body).toMatchObject({ email: 'carol@example.com', role: 'analyst' })
  expect(await listed()).toMatchObject([{ recipient: 'carol@example.com', state: 'SENT' }])
  expect(JSON.stringify(await listed())).not.toContain(String(token))
})

test('an e-mail that the mail server refuses is shown as failed', async () => {
  receiver.answers.rcptTo = () => 550
  await invite('refused@example.com')
  receiver.answers.rcptTo = () => null
  expect(await listed()).toMatchObject([
    { recipient: 'refused@example.com', state: 'FAILED' },
    { state: 'SENT' },
  ])
})

test('a reset link of a person of two merchants is sent to them, and kept for no owner', async () => {
  const { email: shared, staffId } = await addStaff(ctx, live, 'analyst', 'shared@example.com')
  const text = `insert into membership (staff_id, merchant_id, role, created_at)
    select $1, merchant_id, 'owner', now() from tenant where id = $2`
  await database.query({ name: '', text }, [staffId, other.alias])
  const before = receiver.mails.length
  const body = { email: shared }
  await openBrowser(app).request('POST', '/portal/password-reset/request', { body })
  await openBrowser(app).request('POST', '/portal/password-reset/request', {
    body: { email: 'x@example.com' },
  })
  await lettersSent(ctx)
  expect(receiver.mails.slice(before).map((it) => it.envelope.to)).toEqual([[shared]])
  expect(JSON.stringify(await listed())).not.toContain(shared)
})

test('the answer about a new password waits for nothing that depends on the address', async () => {
  const before = receiver.mails.length
  const client = await database.pool.connect()
  const answers: unknown[] = []
  try {
    await client.query('begin')
    // No address can be looked up until the end of this transaction.
    await client.query('lock table staff in access exclusive mode')
    for (const address of [email, 'unknown@example.com']) {
      const { status, body } = await openBrowser(app).request('POST', '/portal/password-reset/request', {
        body: { email: address },
      })
      answers.push([status, body])
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
  expect(answers).toEqual([
    [202, {}],
    [202, {}],
  ])
  await lettersSent(ctx)
  expect(receiver.mails.slice(before).map((it) => it.envelope.to)).toEqual([[email]])
})

test('the people who decide about referrals get one e-mail when some are overdue, and none for test data', async () => {
  await addStaff(ctx, live, 'reviewer')
  await addStaff(ctx, live, 'analyst')
  for (const keys of [live, trial]) {
    const merchant = merchantAt(call, keys)
    await merchant.program({ reviewDays: 7, reviewEnds: 'KEEP' })
    const code = await merchant.user('ada')
    for (const friend of ['bob', 'cyd']) {
      await merchant.friend(friend, code)
      await merchant.moderate('PEND', String((await merchant.referral(friend)).id))
    }
  }
  clock.now += 8 * DAY_MS
  const before = receiver.mails.length
  receiver.answers.rcptTo = (address) => (address === email ? 451 : null)
  const run = async (laterMs: number) => {
    for (const { alias } of [live, trial]) {
      await ctx.writeTenant(alias, async (tx) => enqueueJob(tx, { kind: 'END_REVIEWS', subject: '' }))
      expect(await drainTenant(runner, alias, clock.now + laterMs, 600_000)).toBe(true)
    }
    return receiver.mails.slice(before)
  }
  const reviewer = `reviewer@${live.alias}.example.com`
  expect((await run(0)).map((it) => it.envelope.to)).toEqual([[reviewer]])
  receiver.answers.rcptTo = () => null
  // Only the e-mail that was not accepted is sent again.
  await run(DAY_MS / 2)
  const mails = await run(DAY_MS / 2)
  expect(mails.map((it) => it.envelope.to)).toEqual([[reviewer], [email]])
  for (const mail of mails) {
    expect(mail.text).toContain('2 referrals wait for a decision')
    expect(mail.text).toContain(`/portal/${live.alias}/review`)
  }
  expect(await listed()).toEqual(
    expect.arrayContaining(
      [email, reviewer].map((recipient) => expect.objectContaining({ recipient, state: 'SENT' })),
    ),
  )
})
