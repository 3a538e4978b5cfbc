import { expect, test } from 'vitest'
import { openMailServer } from '../../engine/mail-server/open-mail-server.ts'
import { parseSmtpAddress } from '../../engine/mail-server/smtp-address.ts'
import { startMailReceiver } from '../../testing/mail/mail-receiver.ts'
import { openBrowser } from '../../testing/staff/browser.ts'
import { addStaff, signedIn } from '../../testing/staff/team.ts'
import { startTestService } from '../../testing/test-service.ts'
import { lettersSent } from '../notices/staff-mails.ts'

const receiver = await startMailReceiver()
const settings = parseSmtpAddress(`smtp://127.0.0.1:${receiver.port}?tls=off`)
const mailServer = openMailServer(settings ?? expect.fail('not the address of a mail server'))
const { app, ctx, live, other, owner: database } = await startTestService({ mailServer })

const ownerOf = async (tenant: typeof live) =>
  signedIn(app, (await addStaff(ctx, tenant, 'owner', `owner@${tenant.alias}.example`)).email)

const [acme, others] = [await ownerOf(live), await ownerOf(other)]

async function invite(owner: Awaited<ReturnType<typeof ownerOf>>, alias: string, email: string) {
  const body = { email, role: 'analyst' }
  return owner.request('POST', `/api/v1/${alias}/staff-invitations`, { body })
}

const lettersTo = (address: string) => receiver.mails.filter((it) => it.envelope.to.includes(address)).length

const rows = (text: string) => database.query<{ count: number }>({ name: '', text }, [])

test('a recipient gets five letters a day of all merchants, however they spell the address; a sixth invitation is 429', async () => {
  const spellings = ['a', 'b', 'c'].map((tag) => `stranger+${tag}@example.com`)
  const statuses: number[] = []
  for (const email of spellings) statuses.push((await invite(acme, live.alias, email)).status)
  for (const email of spellings) statuses.push((await invite(others, other.alias, email)).status)
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  const refused = await invite(others, other.alias, 'stranger+d@example.com')
  expect(refused.body).toMatchObject({ apiErrorCode: 'TOO_MANY_REQUESTS' })
  expect(refused.body.message).toMatch(/e-mails as a person may be sent in a day. Nothing was stored/)
  expect(Number(refused.headers['retry-after'])).toBe(17_280)
  await lettersSent(ctx)
  expect(receiver.mails).toHaveLength(5)
  const [stored] = await rows("select count(*)::int4 from app.staff_invitation where email like 'stranger%'")
  expect(stored?.count).toBe(5)
  expect((await invite(others, other.alias, 'somebody@example.com')).status).toBe(201)
})

test('a merchant sends sixty letters an hour, and another one as many', async () => {
  const { alias } = live
  await rows('delete from app.letter_allowance')
  const answers = []
  for (let it = 0; it < 62; it += 1) answers.push(await invite(acme, alias, `person-${it}@example.org`))
  expect(answers.map((it) => it.status)).toEqual([...Array(60).fill(201), 429, 429])
  expect(answers.at(-1)?.body.message).toMatch('Your team has sent')
  expect(Number(answers.at(-1)?.headers['retry-after'])).toBe(60)
  expect((await invite(others, other.alias, 'person-60@example.org')).status).toBe(201)
})

test('a sixth reset of a day is answered as ever, and sends nothing; it takes nothing from the merchant', async () => {
  await rows('delete from app.letter_allowance')
  const { email } = await addStaff(ctx, live, 'analyst', 'forgetful@example.com')
  const answers = []
  for (let it = 0; it < 8; it += 1) {
    const body = { email }
    answers.push(await openBrowser(app).request('POST', '/portal/password-reset/request', { body }))
    await lettersSent(ctx)
  }
  expect(new Set(answers.map((it) => JSON.stringify([it.status, it.body]))).size).toBe(1)
  expect(lettersTo(email)).toBe(5)
  const [kept] = await rows('select count(*)::int4 from app.letter_allowance')
  expect(kept?.count).toBe(1)
})

test('letters that are asked for at the same time are counted one by one', async () => {
  await rows('delete from app.letter_allowance')
  const { email } = await addStaff(ctx, live, 'analyst', 'hasty@example.com')
  const body = { email }
  const request = () => openBrowser(app).request('POST', '/portal/password-reset/request', { body })
  await Promise.all(Array.from({ length: 20 }, request))
  await lettersSent(ctx)
  expect(lettersTo(email)).toBe(5)
})
