import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCustomers } from './customers.ts'

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'goodword-shop-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'customers.json')
}

const ann = { name: 'Ann Lee', email: 'ann@example.com', code: null }

test('customers, what they bought and their sessions are there again after a restart', async () => {
  const file = newFile()
  const before = await openCustomers(file)
  const customer = await before.signUp(ann, 'long enough')
  if (customer === null) throw new Error('the customer was not created')
  const secret = before.openSession(customer)
  customer.planId = 'house'
  customer.billed = { customerId: 'c1', subscriptionId: 's1' }
  await before.save()

  const after = await openCustomers(file)
  expect(after.find(secret)).toEqual(customer)
  expect(await after.signIn(ann.email, 'long enough')).toEqual(customer)
  expect(await after.signIn(ann.email, 'long enougH')).toBeNull()
  expect(await after.signUp(ann, 'another one')).toBeNull()
  after.closeSession(secret)
  await after.save()
  expect((await openCustomers(file)).find(secret)).toBeNull()
})

test('the file is for this user alone, and contains neither a password nor a session', async () => {
  const file = newFile()
  const customers = await openCustomers(file)
  const customer = await customers.signUp(ann, 'long enough')
  if (customer === null) throw new Error('the customer was not created')
  const secret = customers.openSession(customer)
  await customers.save()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const text = readFileSync(file, 'utf8')
  expect(text).not.toContain(secret)
  expect(text).not.toContain('long enough')
})

test('a file that is damaged is named, and not overwritten', async () => {
  const file = newFile()
  writeFileSync(file, '{"customers": [')
  await expect(openCustomers(file)).rejects.toThrow(file)
  expect(readFileSync(file, 'utf8')).toBe('{"customers": [')
})
