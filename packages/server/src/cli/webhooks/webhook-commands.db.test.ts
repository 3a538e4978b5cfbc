import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEnvironment } from '../../testing/program.ts'
import { runCommand } from '../../testing/run-command.ts'

const { env, drop } = await makeEnvironment()
const environment = { ...env, ALLOW_LOCAL_TARGETS: 'on' }

beforeAll(() => runCommand(environment, 'tenant', 'create', 'acme'))
afterAll(drop)

async function answer(...args: string[]): Promise<Record<string, unknown>> {
  const { code, output, errors } = await runCommand(environment, 'webhook', ...args)
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  return JSON.parse(output)
}

async function refused(...args: string[]): Promise<string> {
  const { code, output, errors } = await runCommand(environment, 'webhook', ...args)
  expect({ code, output }).toEqual({ code: 1, output: '' })
  return errors
}

test('a receiver is added, listed, tested, rotated and removed, and each change is in the audit log', async () => {
  const url = 'http://127.0.0.1:9/events'
  const added = await answer('add', 'test_acme', url, '--types', 'user.created, referral.started')
  expect(added).toMatchObject({
    url,
    types: ['user.created', 'referral.started'],
    includePersonalData: false,
  })
  const { secret, ...receiver } = added
  const id = String(receiver.id)
  expect(await answer('list', 'test_acme')).toEqual({ alias: 'test_acme', webhooks: [receiver] })
  const tested = await answer('test', 'test_acme', id)
  expect(tested).toMatchObject({ type: 'test', state: 'PENDING' })
  expect(await answer('deliveries', 'test_acme', id)).toMatchObject({ deliveries: [{ id: tested.id }] })
  expect(await answer('deliveries', 'test_acme', id, '--state', 'FAILED')).toMatchObject({ totalCount: 0 })
  expect(await answer('resend', 'test_acme', String(tested.id))).toMatchObject({ id: tested.id })
  expect(await answer('resend', 'test_acme', id, '--from', '0')).toEqual({ count: 0 })
  expect((await answer('rotate', 'test_acme', id)).secret).not.toBe(secret)
  expect(await refused('remove', 'test_acme', id)).toMatch(/Nothing was changed.*--yes/)
  expect(await answer('remove', 'test_acme', id, '--yes')).toMatchObject({ id })
  const { output } = await runCommand(environment, 'audit', 'list', 'test_acme')
  expect(JSON.parse(output).entries.slice(0, 3)).toMatchObject([
    { action: 'webhook.remove' },
    { action: 'webhook.rotate' },
    { action: 'webhook.create' },
  ])
  expect(output).not.toContain('whsec_')
})

test('an impossible webhook is refused in one line that says what to do', async () => {
  expect(await refused('add', 'nobody', 'https://example.com/')).toBe('There is no tenant "nobody".\n')
  expect(await refused('add', 'acme', 'http://127.0.0.1:9/')).toMatch(/^url must be an https URL\.\n$/)
  expect(await refused('add', 'test_acme', 'http://10.0.0.1/')).toMatch(/^url must have a host .*\n$/)
  expect(await refused('add', 'test_acme', 'x')).toMatch(/^"url" must be .*\n$/)
  expect(await refused('add', 'test_acme', 'http://127.0.0.1:9/', '--types', 'user.lost')).toMatch(/^"types/)
  expect(await refused('rotate', 'test_acme', 'x')).toMatch(/^No webhook receiver has this ID\./)
  expect(await refused('resend', 'test_acme', 'x')).toMatch(/^No delivery has this ID\./)
  expect(await refused('deliveries', 'test_acme', 'x', '--state', 'LOST')).toMatch(/--state must be one of/)
  expect(await refused('resend', 'test_acme', 'x', '--to', '1')).toMatch(/need --from/)
  expect(await refused('resend', 'test_acme', 'x', '--from', 'today')).toMatch(/milliseconds/)
})

test('after the loss of the secret key, the tenants with webhooks are named, and a rotation mends them', async () => {
  const { id } = await answer('add', 'test_acme', 'http://127.0.0.1:9/lost')
  const other = { ...environment, SECRET_KEY: 'ab'.repeat(32) }
  const warned = await runCommand(other, 'secret-key', 'rotate', '--lost')
  expect(warned.errors).toMatch(/Webhooks of 1 tenants .* "webhook rotate" .*--yes/)
  const { output } = await runCommand(other, 'secret-key', 'rotate', '--lost', '--yes')
  expect(JSON.parse(output)).toMatchObject({ tenantsWithoutWebhookSecret: ['test_acme'] })
  const rotated = await runCommand(other, 'webhook', 'rotate', 'test_acme', String(id))
  expect(JSON.parse(rotated.output).secret).toMatch(/^whsec_/)
})
