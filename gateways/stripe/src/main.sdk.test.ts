import { join } from 'node:path'
import { endCommand, startCommand } from '@goodword/sandbox/testing/run-command'
import { expect, test } from 'vitest'
import { sdkFor } from './testing/given-stripe.ts'

test('the command says where it listens, serves the SDK, and ends with a signal', async () => {
  const running = await startCommand(join(import.meta.dirname, 'main.ts'), [])
  const customer = await sdkFor(running, 'sk_test_command').customers.create({ name: 'Ada' })
  expect(customer.id).toMatch(/^cus_/)
  const page = await fetch(`${running.url}/`)
  expect(await page.text()).toContain('Ledger')
  expect(await endCommand(running)).toBe(0)
})
