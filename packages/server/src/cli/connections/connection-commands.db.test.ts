import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBraintreeSandbox } from '../../testing/processor/braintree-sandbox.ts'
import { type BraintreeShop, givenBraintreeShop } from '../../testing/processor/braintree-shop.ts'
import { makeEnvironment } from '../../testing/program.ts'
import { runCommand } from '../../testing/run-command.ts'

const { env, drop } = await makeEnvironment()
const environment = { ...env, ALLOW_LOCAL_TARGETS: 'on', BASE_URL: 'https://refer.example.com' }
const gateway = await startBraintreeSandbox()
const folder = temporaryFolder()
let shop: BraintreeShop

beforeAll(async () => {
  shop = await givenBraintreeShop(gateway)
  await runCommand(environment, 'tenant', 'create', 'acme')
})
afterAll(async () => {
  await gateway.close()
  await drop()
})

async function fileWith(value: unknown): Promise<string> {
  const file = join(folder, 'credentials.json')
  await writeFile(file, JSON.stringify(value))
  return file
}

async function answer(...args: string[]): Promise<Record<string, unknown>> {
  const { code, output, errors } = await runCommand(environment, ...args)
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  return JSON.parse(output)
}

async function refused(...args: string[]): Promise<string> {
  const { code, output, errors } = await runCommand(environment, ...args)
  expect({ code, output }).toEqual({ code: 1, output: '' })
  return errors
}

test('a connection is set, shown, checked and removed, and each change is in the audit log', async () => {
  const file = await fileWith(shop.credentials)
  const made = await answer('connection', 'set', 'test_acme', '--file', file)
  expect(made).toMatchObject({ merchantId: shop.credentials.merchantId, state: 'INCOMPLETE' })
  expect(made.webhookUrl).toMatch(/^https:\/\/refer\.example\.com\/hooks\/test_acme\//)
  expect(await answer('connection', 'show', 'test_acme')).toEqual(made)
  expect(await answer('connection', 'check', 'test_acme')).toMatchObject({ missingSetup: made.missingSetup })
  expect(await refused('connection', 'remove', 'test_acme')).toMatch(/Nothing was changed.*--yes/)
  expect(await answer('connection', 'remove', 'test_acme', '--yes')).toEqual({
    processor: 'braintree',
    merchantId: shop.credentials.merchantId,
    state: 'REMOVED',
    discountsLeft: 0,
  })
  const { entries } = await answer('audit', 'list', 'test_acme')
  expect(Object(entries).slice(0, 2)).toMatchObject([
    { action: 'connection.remove' },
    { action: 'connection.set' },
  ])
})

test('an impossible connection is refused in one line that says what to do', async () => {
  const { credentials } = shop
  const set = async (alias: string, value: unknown) =>
    refused('connection', 'set', alias, '--file', await fileWith(value))
  expect(await set('nobody', credentials)).toBe('There is no tenant "nobody".\n')
  expect(await set('acme', credentials)).toMatch(/^Live programs take the environment "production"\..*\n$/)
  expect(await set('test_acme', { ...credentials, privateKey: 'wrong' })).toMatch(
    /^[^\n]*private key[^\n]*\n$/,
  )
  expect(await set('test_acme', { ...credentials, environment: 'x' })).toMatch(/^"environment" must be .*\n$/)
  expect(await set('test_acme', 'text')).toMatch(/^"credentials" must be .*\n$/)
  expect(await refused('connection', 'set', 'test_acme', '--file', join(folder, 'none'))).toMatch(
    /none cannot be read \(ENOENT\)/,
  )
  for (const command of ['show', 'check', 'remove'])
    expect(await refused('connection', command, 'test_acme')).toMatch(/^No payment processor is connected/)
})

test('after the loss of the secret key, a connection is named, and is as good as new with its keys', async () => {
  const file = await fileWith(shop.credentials)
  await answer('connection', 'set', 'test_acme', '--file', file)
  const other = { ...environment, SECRET_KEY: 'ab'.repeat(32) }
  expect((await runCommand(other, 'secret-key', 'rotate', '--lost')).errors).toMatch(
    /1 connections to a payment processor .* "connection set" .*--yes/,
  )
  const replaced = await runCommand(other, 'secret-key', 'rotate', '--lost', '--yes')
  expect(JSON.parse(replaced.output)).toMatchObject({ tenantsWithoutProcessorKey: ['test_acme'] })
  const shown = async () => JSON.parse((await runCommand(other, 'connection', 'show', 'test_acme')).output)
  expect(await shown()).toMatchObject({ state: 'BROKEN', lastError: { code: 'PRIVATE_KEY_LOST' } })
  await runCommand(other, 'connection', 'set', 'test_acme', '--file', file)
  expect(await shown()).toMatchObject({ state: 'INCOMPLETE', lastError: null })
})
