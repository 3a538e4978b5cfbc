import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { emptyMerchant } from './model/merchant.ts'
import { sdkFor } from './testing/given-merchant.ts'
import { endCommand, startCommand } from './testing/run-command.ts'

const main = join(import.meta.dirname, 'main.ts')
const folder = mkdtempSync(join(tmpdir(), 'braintree-sandbox-main-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('standard output holds one line of JSON with the address, and nothing else until the end', async () => {
  const running = await startCommand(main, ['--log', 'requests'])
  await fetch(`${running.url}/merchants/sandbox/nothing`)
  const ipv6 = await fetch(`http://[::1]:${running.port}/sandbox/merchants`)
  expect(ipv6.status).toBe(200)
  expect(await endCommand(running, 'SIGINT')).toBe(0)
  const { url, port } = running
  expect(running.output()).toBe(JSON.stringify({ url, port, page: `${url}/` }))
  expect(running.errors()).toContain('404 GET /merchants/sandbox/nothing')
})

test('what was done is in the file at the end, and goes on from there', async () => {
  const file = join(folder, 'state.json')
  const first = await startCommand(main, ['--file', file])
  const { customer } = await sdk(first).customer.create({ firstName: 'Ada' })
  expect(await endCommand(first)).toBe(0)
  const second = await startCommand(main, ['--file', file])
  expect(await sdk(second).customer.find(customer.id)).toMatchObject({ firstName: 'Ada' })
  expect(await endCommand(second)).toBe(0)
})

test('with a seed, chance begins where it is told', async () => {
  const running = await startCommand(main, ['--seed', '7', '--file', join(folder, 'seeded.json')])
  await endCommand(running)
  expect(readFileSync(join(folder, 'seeded.json'), 'utf8')).toContain('"chance":7')
})

test('a port that is in use is told in a line', async () => {
  const running = await startCommand(main, [])
  await expect(startCommand(main, ['--port', `${running.port}`])).rejects.toThrow(
    `the command ended with 1: Port ${running.port} is in use. Say another with --port, or --port 0 for any that is free.\n`,
  )
  await endCommand(running)
})

test.each([
  ['--fixtures', '{"merchants": [{"id": "a"}]}', 'merchants[0] needs keys.'],
  ['--fixtures', '{', 'is no JSON'],
  ['--file', '{', 'Move the file away to begin anew.'],
])('%s with %s ends with 1 and says what is wrong', async (option, text, message) => {
  const file = join(folder, 'broken.json')
  writeFileSync(file, text)
  await expect(startCommand(main, [option, file])).rejects.toThrow(message)
})

function sdk(running: { readonly port: number }) {
  const keys = [{ publicKey: 'sandbox_public', privateKey: 'sandbox_private' }]
  return sdkFor(running, emptyMerchant('sandbox', keys, { at: 0, runsSince: null }))
}
