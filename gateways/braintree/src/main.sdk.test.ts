import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endCommand, type Running, startCommand } from '@goodword/sandbox/testing/run-command'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterEach, expect, test } from 'vitest'
import { emptyMerchant } from './model/merchant.ts'
import { sdkFor } from './testing/given-merchant.ts'

const main = join(import.meta.dirname, 'main.ts')
const folder = temporaryFolder()
const started: Promise<Running>[] = []
afterEach(async () => {
  for (const each of started.splice(0)) {
    const running = await each.catch(() => null)
    if (running !== null) await endCommand(running)
  }
})

test('standard output holds one line of JSON with the address, and nothing else until the end', async () => {
  const running = await start('--log', 'requests')
  await fetch(`${running.url}/merchants/sandbox/nothing`)
  const ipv6 = await fetch(`http://[::1]:${running.port}/sandbox/merchants`)
  expect(ipv6.status).toBe(200)
  expect(await endCommand(running, 'SIGINT')).toBe(0)
  const { url, port } = running
  const { output, errors } = await running.ended
  expect(output).toBe(`${JSON.stringify({ url, port, page: `${url}/` })}\n`)
  expect(errors).toContain('401 GET /merchants/sandbox/nothing')
})

test('what was done is in the file at the end, and the next start goes on from there', async () => {
  const file = join(folder, 'state.json')
  const first = await start('--file', file)
  const { customer } = await sdk(first).customer.create({ firstName: 'Ada' })
  expect(await endCommand(first)).toBe(0)
  const second = await start('--file', file)
  expect(await sdk(second).customer.find(customer.id)).toMatchObject({ firstName: 'Ada' })
  expect(await endCommand(second)).toBe(0)
})

test('what was answered is there after the process was killed', async () => {
  const file = join(folder, 'killed.json')
  const first = await start('--file', file)
  const { customer } = await sdk(first).customer.create({ paymentMethodNonce: 'fake-valid-nonce' })
  const paymentMethodToken = customer.paymentMethods?.[0]?.token ?? ''
  await sdk(first).subscription.create({ id: 'kept', planId: 'monthly', paymentMethodToken })
  const control = `${first.url}/sandbox/merchants/sandbox`
  const advanced = await fetch(`${control}/clock/advance`, { method: 'POST', body: '{"cycles": 2}' })
  expect(advanced.status).toBe(200)
  await fetch(`${control}/custom-fields`, { method: 'PUT', body: '[{"name": "last_thing"}]' })
  expect(await endCommand(first, 'SIGKILL')).toBeNull()
  const second = await start('--file', file)
  const found = await sdk(second).subscription.find('kept')
  expect(found).toMatchObject({ currentBillingCycle: 3, status: 'Active' })
  expect(found.transactions).toHaveLength(3)
  const merchant = await fetch(`${second.url}/sandbox/merchants/sandbox`)
  expect(await merchant.json()).toMatchObject({ customFields: [{ name: 'last_thing' }] })
})

test('a seed makes random values reproducible', async () => {
  const running = await start('--seed', '7', '--file', join(folder, 'seeded.json'))
  await endCommand(running)
  expect(readFileSync(join(folder, 'seeded.json'), 'utf8')).toContain('"chance":7')
})

test('a port in use is reported in one line', async () => {
  const running = await start()
  await expect(start('--port', `${running.port}`)).rejects.toThrow(
    `the command exited with 1: Port ${running.port} is in use. Use another one with --port, or any free port with --port 0.\n`,
  )
})

test.each([
  ['--fixtures', '{"merchants": [{"id": "a"}]}', 'merchants[0] needs keys.'],
  ['--fixtures', '{', 'is not valid JSON'],
  ['--file', '{', 'Move the file away to start with an empty state.'],
])('%s with %s ends with 1 and says what is wrong', async (option, text, message) => {
  const file = join(folder, 'broken.json')
  writeFileSync(file, text)
  await expect(start(option, file)).rejects.toThrow(message)
})

function start(...args: readonly string[]): Promise<Running> {
  const running = startCommand(main, args)
  started.push(running)
  return running
}

function sdk(running: { readonly port: number }) {
  const keys = [{ publicKey: 'sandbox_public', privateKey: 'sandbox_private' }]
  return sdkFor(running, emptyMerchant('sandbox', keys, { at: 0, runsSince: null }))
}
