import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { givenListener } from '@goodword/sandbox/testing/given-listener'
import { endCommand, startCommand } from '@goodword/sandbox/testing/run-command'
import type braintree from 'braintree'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { notificationKinds } from '../model/webhook.ts'
import { startSandbox } from '../start.ts'
import { formOf } from '../testing/form-of.ts'
import { sdkFor } from '../testing/given-merchant.ts'
import { givenShop } from '../testing/given-shop.ts'
import { readmeBlocks } from '../testing/readme-blocks.ts'
import { sendEveryKind } from '../testing/send-every-kind.ts'

const merchant = givenShop()
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
afterAll(() => sandbox.close())

test.each([
  'test_customers.py',
  'test_discounts.py',
  'test_subscriptions.py',
  'test_transparent_redirect.py',
])('the official Python SDK: %s', async (file) => {
  const { errors } = await runPython(file)
  expect(errors).toMatch(/^Ran [1-9]\d* tests? in [\d.]+s\n\nOK$/m)
})

test('what the README says of Python makes a subscription', async () => {
  const running = await startCommand(join(import.meta.dirname, '../main.ts'), [])
  onTestFinished(async () => {
    await endCommand(running)
  })
  const [block = ''] = readmeBlocks('python', running.port)
  expect(block.trim().split('\n')).toHaveLength(5)
  const { output } = await runPython('-', `${block}\nprint(subscription.status, subscription.price)`)
  expect(output).toBe('Active 10.00\n')
})

test('both SDKs understand every notification alike', async () => {
  const listener = await givenListener()
  merchant.destinations.push({ id: 'listener', url: listener.url, kinds: null })
  await sendEveryKind(sandbox, merchant)
  await listener.close()

  const sent = listener.received.map(formOf)
  const { output } = await runPython('parse_notifications.py', JSON.stringify(sent))
  const node = sdkFor(sandbox, merchant)
  const understood = await Promise.all(
    sent.map(({ signature, payload }) => node.webhookNotification.parse(signature, payload)),
  )
  expect(JSON.parse(output)).toEqual(understood.map(shown))
  expect(new Set(understood.map(({ kind }) => `${kind}`))).toEqual(new Set(notificationKinds))
})

function shown(notification: braintree.WebhookNotification) {
  const { kind, timestamp } = notification
  const subscription = 'subscription' in notification ? notification.subscription : undefined
  return {
    kind,
    timestamp,
    subscription:
      subscription === undefined
        ? null
        : {
            id: subscription.id,
            status: subscription.status,
            price: subscription.price,
            balance: subscription.balance,
            discounts: subscription.discounts?.map(({ amount }) => amount),
            transactions: subscription.transactions?.map(({ amount }) => amount),
          },
  }
}

/** Runs a file of the folder beside this one, or for `-` the program that is the input. */
async function runPython(file: string, input = ''): Promise<{ output: string; errors: string }> {
  const [key] = merchant.keys
  const env = {
    ...process.env,
    PYTHONDONTWRITEBYTECODE: '1',
    SANDBOX_PORT: `${sandbox.port}`,
    SANDBOX_MERCHANT: merchant.id,
    SANDBOX_PUBLIC_KEY: key?.publicKey,
    SANDBOX_PRIVATE_KEY: key?.privateKey,
  }
  const child = spawn('/usr/bin/python3', [file === '-' ? file : join(import.meta.dirname, 'python', file)], {
    env,
  })
  // A program may end without reading its input; how it ended is what counts.
  child.stdin.on('error', () => undefined).end(input)
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  expect(code, errors).toBe(0)
  return { output, errors }
}
