import { expect, test, vi } from 'vitest'
import { createSecretBox } from '../engine/secrets/secret-box.ts'
import { parseSecretKey } from '../engine/secrets/secret-key.ts'
import { enqueueJob } from '../frame/jobs/enqueue-job.ts'
import { startMailReceiver } from '../testing/mail/mail-receiver.ts'
import { merchantAt } from '../testing/merchant.ts'
import { addStaff } from '../testing/staff/team.ts'
import { startTestService } from '../testing/test-service.ts'
import { PATIENT, workerProcesses } from '../testing/workers/worker-processes.ts'

const secretKey = '5f'.repeat(32)
const secretBox = createSecretBox(parseSecretKey(secretKey) ?? expect.fail('the secret key is malformed'))
const receiver = await startMailReceiver()
const { call, ctx, live, owner, serviceAddress } = await startTestService({ secretBox })
const { start, kill } = workerProcesses('service-worker', {
  address: serviceAddress,
  leaseMs: 3000,
  secretKey,
  mailPort: receiver.port,
  kinds: ['END_REVIEWS', 'REMIND_REVIEWERS'],
})

test('the e-mail about overdue referrals is not lost when the worker is killed after it had reminded of them, and keeps its Message-ID', async () => {
  const { email } = await addStaff(ctx, live, 'reviewer')
  const merchant = merchantAt(call, live)
  await merchant.program({ reviewDays: 7, reviewEnds: 'KEEP' })
  await merchant.friend('bob', await merchant.user('ada'))
  await merchant.moderate('PEND', String((await merchant.referral('bob')).id))
  // The workers have the time of the machine, by which the referral has waited for months.
  await ctx.writeTenant(live.alias, async (tx) => enqueueJob(tx, { kind: 'END_REVIEWS', subject: '' }))

  const arrived: (string | null)[] = []
  receiver.answers.data = (mail) => {
    arrived.push(mail.header('message-id'))
    return new Promise(() => undefined)
  }
  const first = await start()
  await vi.waitUntil(() => arrived.length > 0, PATIENT)
  const reminded = `select count(*)::int4 as count from app.event where type = 'referral.overdue'`
  expect(await owner.query({ name: '', text: reminded }, [])).toEqual([{ count: 1 }])
  await kill(first)

  receiver.answers.data = () => null
  const second = await start()
  await vi.waitUntil(() => receiver.mails.length > 0, PATIENT)
  await vi.waitUntil(async () => (await states()).includes('SENT'), PATIENT)
  await kill(second)
  expect(await states()).toEqual(['SENT'])
  expect(receiver.mails.map((it) => [it.envelope.to, it.header('message-id')])).toEqual([
    [[email], arrived[0]],
  ])
  expect(receiver.mails[0]?.text).toContain('1 referral waits for a decision')
})

async function states(): Promise<readonly string[]> {
  const rows = await owner.query<{ state: string }>(
    { name: '', text: 'select state from app.staff_mail' },
    [],
  )
  return rows.map((it) => it.state)
}
