import { randomUUID } from 'node:crypto'
import type { TenantId, UserKey } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { openCredentials } from '../../billing/connections/processor-client.ts'
import { loadConnection } from '../../billing/rows/connections.ts'
import type { Database } from '../../engine/driver/database.ts'
import { createSecretBox, type SecretPurpose } from '../../engine/secrets/secret-box.ts'
import { makeSecretKey } from '../../engine/secrets/secret-key.ts'
import { secretKeyMark } from '../../engine/secrets/secret-key-mark.ts'
import { SecretKeys } from '../../engine/secrets/secret-keys.ts'
import { insertSecretKeyMark, listSecretKeys } from '../../frame/rows/secret-key-rows.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { openSecret } from '../../outbound/webhooks/receiver-secrets.ts'
import { allReceivers } from '../../outbound/webhooks/rows/webhook-receivers.ts'
import { openWanted, sealWanted } from '../../privacy/personal-data/wanted.ts'
import { givenConnectedTenant } from '../../testing/processor/connected-tenant.ts'
import { sendNotification } from '../../testing/processor/send-notification.ts'
import { columnsUnder, encryptedColumns } from '../../testing/secret-keys/encrypted-columns.ts'
import { signUser } from '../../testing/sign.ts'
import { openBrowser } from '../../testing/staff/browser.ts'
import { oneTimeCode } from '../../testing/staff/one-time-code.ts'
import { addStaff, PASSWORD, signedIn } from '../../testing/staff/team.ts'
import { testContext } from '../../testing/test-context.ts'
import { type Caller, startTestService } from '../../testing/test-service.ts'
import { listMails, postLetter } from '../notices/staff-mails.ts'
import { useNotedKeys } from './noted-keys.ts'
import { endRotation, type RotateOptions, rotateSecretKey } from './rotate-secret-key.ts'
import { boxColumns } from './rows/tenant-boxes.ts'

const [first, second, third] = [makeSecretKey(), makeSecretKey(), makeSecretKey()]

/** Two processes of the service read at different times which key is current. */
const [keys, keysOfAnother] = [new SecretKeys([first]), new SecretKeys([first])]

const service = await startTestService({ secretBox: createSecretBox(keys) })

const { app, ctx, owner, live, call } = service

/** Its webhooks may lead to this machine. */
const ofTest = { alias: service.test.alias, key: service.test.apiKey }

const callAnother = await service.anotherProcess(createSecretBox(keysOfAnother))

const tenantId = live.alias

await insertSecretKeyMark(owner, secretKeyMark(first), service.clock.now)

async function reread(ring: SecretKeys): Promise<void> {
  expect(useNotedKeys(ring, await listSecretKeys(owner))).not.toBeNull()
  // The signing keys of a tenant are known for some seconds.
  service.clock.now += 5000
}

function rotate(ring: SecretKeys, options: Partial<RotateOptions> = {}, db = owner) {
  const operator = testContext(db, { now: () => service.clock.now }, { secretBox: createSecretBox(ring) })
  return rotateSecretKey(operator, ring, {
    to: ring.first,
    endsUrls: false,
    settleMs: 25_000,
    pause: async () => {
      service.clock.now += 30_000
    },
    report: () => undefined,
    ...options,
  })
}

const { keys: connected, hook, shop } = await givenConnectedTenant(service)

const webhook = (await call('POST', '/webhooks', { ...ofTest, body: { url: 'http://127.0.0.1:1/' } })).body

const idempotencyKey = { 'idempotency-key': randomUUID() }

const rotateWebhook = (by: Caller) =>
  by('POST', `/webhooks/${String(webhook.id)}/rotate`, { ...ofTest, headers: idempotencyKey })

const rotated = (await rotateWebhook(call)).body

const { email } = await addStaff(ctx, live, 'owner')

const browser = await signedIn(app, email)

const password = { body: { password: PASSWORD } }

const factor = await browser.request('POST', '/portal/auth/two-factor/enable', password)

const totp = new URL(String(factor.body.totpUri)).searchParams.get('secret') ?? ''

const recoveryCodes = factor.body.recoveryCodes as string[]

await browser.request('POST', '/portal/auth/two-factor/verify-totp', { body: { code: oneTimeCode(totp) } })

const [merchant] = await owner.query<{ id: never }>(
  { name: '', text: 'select merchant_id as id from tenant where id = $1' },
  [tenantId],
)

await postLetter(ctx, {
  merchantId: merchant?.id ?? expect.fail('merchant not found'),
  recipient: email,
  subject: 'Hello',
  textWith: (link) => `A letter with ${link}`,
  link: 'https://example.com',
})

const erasedUser = randomUUID() as UserKey

const wanted = { userId: 'ann', accountId: 'a', email: null, names: [], codes: [] } as never

await owner.query({ name: '', text: `insert into erasure values ($1, $2, $2, false, $3, now())` }, [
  tenantId,
  erasedUser,
  sealWanted(ctx, tenantId, erasedUser, wanted),
])

const marked = ctx.secretBox.erasedMark(tenantId, 'ACCOUNT', ['a'])

const exported = ctx.secretBox.fileSignature(tenantId, [erasedUser], 1)

let calls = 0

/** Everything that needs the secret key, in one process. */
async function everythingWorks(by: Caller, { secretBox }: { secretBox: typeof ctx.secretBox }) {
  const process = testContext(ctx.db, { now: () => service.clock.now }, { secretBox })
  calls += 1
  const user = { accountId: `account_${calls}`, id: `user_${calls}` }
  const signed = await by('POST', '/open/identify', {
    key: null,
    headers: { authorization: `Bearer ${signUser(live.signingKey, user, service.clock.now)}` },
    body: { account_id: user.accountId, user_id: user.id },
  })
  expect(signed.status).toBe(200)
  expect((await rotateWebhook(by)).body).toEqual(rotated)
  const receivers = await process.readTenant(ofTest.alias, allReceivers)
  const receiver = receivers.find((it) => it.id === webhook.id) ?? expect.fail('receiver not found')
  expect(openSecret(process, ofTest.alias, receiver.id, receiver.secret_box)).toBe(rotated.secret)
  expect(
    openSecret(process, ofTest.alias, receiver.id, receiver.previous_secret_box ?? Buffer.alloc(0)),
  ).toBe(webhook.secret)
  const connection = await process.readTenant(connected.alias, loadConnection)
  expect(connection === null ? null : openCredentials(process, connected.alias, connection)).toEqual(
    shop.credentials,
  )
  expect(await listMails(process, tenantId)).toMatchObject([{ text: expect.stringContaining('A letter') }])
  const [erasure] = await owner.query<{ wanted_box: Buffer }>(
    { name: '', text: 'select wanted_box from erasure where user_id = $1' },
    [erasedUser],
  )
  expect(openWanted(process, tenantId, erasedUser, erasure?.wanted_box ?? Buffer.alloc(0))).toEqual(wanted)
  expect(secretBox.erasedMark(tenantId, 'ACCOUNT', ['a'])).toBe(marked)
}

async function signsInWithRecoveryCode(): Promise<void> {
  const again = openBrowser(app)
  await again.request('POST', '/portal/auth/sign-in/email', { body: { email, password: PASSWORD } })
  const { status } = await again.request('POST', '/portal/auth/two-factor/verify-backup-code', {
    body: { code: recoveryCodes.pop() },
  })
  expect(status).toBe(200)
  expect((await again.request('GET', '/portal/session')).status).toBe(200)
}

const notify = (url: string) => sendNotification(app, shop, url)

const [ofFirst, ofSecond, ofThird] = [first, second, third].map((it) => new SecretKeys([it])) as [
  SecretKeys,
  SecretKeys,
  SecretKeys,
]

const hookUnder = (ring: SecretKeys) =>
  `/hooks/${connected.alias}/${createSecretBox(ring).hookToken(connected.alias)}`

test('every column with an encrypted value is rotated, and every purpose has one', async () => {
  const text = `select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'app' and column_name like '%\\_box'`
  const columns = (await owner.query<{ name: string }>({ name: '', text }, [])).map((it) => it.name)
  const ofTenants = boxColumns.map(({ table, column }) => `${table}.${column}`)
  expect(columns.sort()).toEqual([...ofTenants, 'staff_mail.text_box', 'secret_key.secret_box'].sort())
  const places: Record<SecretPurpose, string> = {
    'signing-key': 'signing_key.secret_box',
    'processor-credentials': 'processor_connection.credentials_box',
    'webhook-secret': 'webhook_receiver.secret_box',
    erasure: 'erasure.wanted_box',
    'kept-answer': 'idempotent_request.answer',
    'staff-mail': 'staff_mail.text_box',
    'retired-key': 'secret_key.secret_box',
  }
  expect([...encryptedColumns, 'secret_key.secret_box']).toEqual(
    expect.arrayContaining(Object.values(places)),
  )
})

test('everything works before, during and after a rotation, in every process, whatever it knows of it', async () => {
  expect(await columnsUnder(owner, ofFirst)).toEqual(encryptedColumns)
  await everythingWorks(call, ctx)
  for (const ring of [keys, keysOfAnother]) ring.give([second, first])
  await everythingWorks(callAnother, { secretBox: createSecretBox(keysOfAnother) })

  let pauses = 0
  const answer = await rotate(new SecretKeys([second, first]), {
    pause: async () => {
      pauses += 1
      // One process knows of the new key, the other one does not, and writes.
      if (pauses === 1) {
        await reread(keys)
        await everythingWorks(call, ctx)
        await everythingWorks(callAnother, { secretBox: createSecretBox(keysOfAnother) })
        const late = await callAnother('POST', '/webhooks', {
          ...ofTest,
          body: { url: 'http://127.0.0.1:2/' },
        })
        expect(late.status).toBe(201)
        expect(await columnsUnder(owner, ofFirst)).not.toEqual([])
        await reread(keysOfAnother)
      }
      service.clock.now += 30_000
    },
  })
  expect(answer).toEqual({
    from: secretKeyMark(first),
    to: secretKeyMark(second),
    reencrypted: expect.any(Number),
    unreadable: 0,
    earlierUrls: [connected.alias],
  })
  expect(pauses).toBeGreaterThan(0)
  await endRotation(owner)
  for (const ring of [keys, keysOfAnother]) {
    ring.give([second])
    await reread(ring)
  }
  await everythingWorks(call, ctx)
  await everythingWorks(callAnother, { secretBox: createSecretBox(keysOfAnother) })
  await signsInWithRecoveryCode()
})

test('after a rotation, the earlier key opens nothing, and signs nothing that is accepted', async () => {
  expect(await columnsUnder(owner, ofFirst)).toEqual([])
  expect(await columnsUnder(owner, ofSecond)).toEqual([
    ...encryptedColumns.slice(0, 3),
    'secret_key.secret_box',
    ...encryptedColumns.slice(3),
  ])
  expect(ctx.secretBox.isFileSignature(exported, tenantId, [erasedUser], 1)).toBe(false)
  expect((await browser.request('GET', '/portal/session')).status).toBe(401)
  expect(useNotedKeys(new SecretKeys([first]), await listSecretKeys(owner))).toBeNull()
})

test('the earlier notification URL works until a notification arrives at the new one', async () => {
  expect(hook).toBe(hookUnder(ofFirst))
  expect(await notify(hook)).toBe(200)
  // Of a tenant that was never connected, and of one that was connected afterwards.
  expect(await notify(`/hooks/${tenantId}/${createSecretBox(ofFirst).hookToken(tenantId)}`)).toBe(404)
  expect(await notify(hookUnder(ofThird))).toBe(404)
  expect(await notify(hookUnder(ofSecond))).toBe(200)
  expect(await notify(hook)).toBe(404)
  expect((await rotate(new SecretKeys([second, first]))).earlierUrls).toEqual([])
})

test('a second rotation keeps the marks of erased people, and ends earlier URLs when asked to', async () => {
  keys.give([third, second])
  await rotate(new SecretKeys([third, second]))
  await endRotation(owner)
  await reread(keys)
  await everythingWorks(call, ctx)
  expect(await notify(hookUnder(ofSecond))).toBe(200)
  expect(await notify(hookUnder(ofFirst))).toBe(404)
  const { earlierUrls, from } = await rotate(new SecretKeys([third]), { endsUrls: true })
  expect([earlierUrls, from]).toEqual([[], null])
  await reread(keys)
  expect(await notify(hookUnder(ofSecond))).toBe(404)
  expect(await notify(hookUnder(ofThird))).toBe(200)
  expect(await columnsUnder(owner, ofSecond)).toEqual([])
})

test('a rotation that was interrupted is continued, and no other one begins before it has ended', async () => {
  const interrupted = rotate(new SecretKeys([first, third]), {
    pause: async () => {
      throw new Error('killed')
    },
  })
  await expect(interrupted).rejects.toThrow('killed')
  const another = rotate(new SecretKeys([second, first, third]), { to: second })
  await expect(another).rejects.toThrow(OperatorError)
  const { from, to } = await rotate(new SecretKeys([first, third]))
  expect([from, to]).toEqual([secretKeyMark(third), secretKeyMark(first)])
  await endRotation(owner)
  keys.give([first])
  await reread(keys)
  await everythingWorks(call, ctx)
  expect(await columnsUnder(owner, ofThird)).toEqual([])
})

test('a rotation can be interrupted before any of its calls of the database', async () => {
  const rings = { [secretKeyMark(first)]: [second, first], [secretKeyMark(second)]: [first, second] } as const
  let current = secretKeyMark(first)
  // Not before each: they take half a minute.
  for (let after = 0; ; after += 5) {
    const given = rings[current] ?? expect.fail('not a key of this test')
    // As if no rotation had met the connection before.
    await owner.query({ name: '', text: 'update processor_connection set hook_mark = null' }, [])
    const hookBefore = hookUnder(new SecretKeys([given[1]]))
    const result = await rotate(new SecretKeys([...given]), {}, endingAfter(owner, after)).catch(() => null)
    keys.give(given)
    await reread(keys)
    await everythingWorks(call, ctx)
    expect(await notify(hookBefore)).toBe(200)
    if (result !== null) return endRotation(owner)
    await rotate(new SecretKeys([...given]))
    await endRotation(owner)
    await reread(keys)
    await everythingWorks(call, ctx)
    expect(await columnsUnder(owner, new SecretKeys([given[1]]))).toEqual([])
    current = secretKeyMark(given[0])
  }
}, 240_000)

test('a secret that none of the keys decrypts is counted and left as it is', async () => {
  const box = createSecretBox(makeSecretKey()).seal('lost', {
    tenantId: tenantId as TenantId,
    purpose: 'signing-key',
    recordId: erasedUser,
  })
  const text = 'insert into signing_key (id, tenant_id, secret_box, created_at) values ($1, $2, $3, now())'
  await owner.query({ name: '', text }, [erasedUser, tenantId, box])
  expect(await rotate(new SecretKeys([second, first]))).toMatchObject({ unreadable: 1 })
})

/** The database, until the process that uses it ends: after some calls. */
function endingAfter(database: Database, calls: number): Database {
  let left = calls
  const counted =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      left -= 1
      if (left < 0) throw new Error('killed')
      return call(...args)
    }
  const { connected, inTurn, query } = database
  // Generic functions stay generic, although their types do not say so.
  return Object.assign(
    { ...database },
    {
      connected: counted(connected) as typeof connected,
      inTurn: counted(inTurn) as typeof inTurn,
      query: counted(query) as typeof query,
    },
  )
}
