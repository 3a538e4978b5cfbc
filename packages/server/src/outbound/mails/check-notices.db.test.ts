import { expect, test } from 'vitest'
import { openMailServer } from '../../engine/mail-server/open-mail-server.ts'
import { startMailReceiver } from '../../testing/mail/mail-receiver.ts'
import { emails, makeMailTenant } from '../../testing/mail/mail-tenant.ts'
import { createTestDatabase } from '../../testing/test-database.ts'

const db = await createTestDatabase()
const receiver = await startMailReceiver()
const server = () =>
  openMailServer({ host: '127.0.0.1', port: receiver.port, tls: 'off', login: null }, { perSecond: 1000 })

test('a referrer hears once that a referral is checked, until when, and where to write about it, and nothing of why', async () => {
  const tenant = await makeMailTenant(db, 'checked', server(), {
    emails: { ...emails, kinds: ['REFERRAL_CHECKED'] },
    reviewDays: 14,
  })
  const hold = { kind: 'moderate', status: 'PENDING', side: 'referrer', as: 'staff' } as const
  const approve = { ...hold, status: 'APPROVED' } as const
  await tenant.track('ada', 'server', tenant.identify('u', { email: 'ada@example.com', firstName: 'Ada' }))
  const code = await tenant.referrer('ada', 'u')
  await tenant.friend('bob', code)
  await tenant.publish()
  expect(await tenant.mails()).toEqual([])
  for (const command of [hold, approve, hold]) {
    await tenant.track('bob', 'server', command)
    await tenant.publish()
    await tenant.send()
  }
  await tenant.friend('cyd', code)
  await tenant.track('cyd', 'server', hold)
  await tenant.publish()
  await tenant.track('cyd', 'server', approve)
  await tenant.send()
  const sent = (await tenant.mails()).map((it) => `${it.kind} ${it.state} ${it.reason}`)
  expect(sent.sort()).toEqual(['REFERRAL_CHECKED SENT null', 'REFERRAL_CHECKED SKIPPED OUTDATED'])
  const [mail] = receiver.mails.filter((it) => it.subject === 'We are checking an invitation of yours')
  expect(mail?.text).toMatch(/This can take until \w+ \d+, \d{4}[.]/)
  expect(mail?.text).toMatch(/\/appeal\/checked\/[A-Za-z0-9_-]{43}\b/)
  expect(mail?.text).not.toMatch(/hold|staff|fraud|rule/i)
})
