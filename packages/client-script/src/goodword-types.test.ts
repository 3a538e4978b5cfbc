import { expect, test } from 'vitest'
import type { Command, CommandQueue, EventDetails } from './goodword.d.ts'

/** Commands as pages write them; the check of types compiles this. */
const commands: readonly Command[] = [
  ['init', { tenant_alias: 'acme' }],
  ['init', { tenant_alias: 'acme', account_id: 'a', user_id: 'u', payment_provider_id: null, jwt: '…' }],
  ['autofill', 'name=code'],
  ['autofill', (code) => void code?.toUpperCase()],
  ['consent'],
  ['consent', true],
  ['open'],
  ['close'],
  ['logout'],
  ['welcome'],
  ['welcome', { selector: '#gift' }],
]

type Fits<Entry> = Entry extends Command ? true : false
const misfits: readonly [
  Fits<['innit', { tenant_alias: string }]>,
  Fits<['init', { account_id: string }]>,
  Fits<['subscribe', 'identifed', () => void]>,
] = [false, false, false]

test('a page’s commands fit the types, and commands that are none do not', () => {
  const queue: CommandQueue = []
  queue.push(...commands)
  queue.push([
    'subscribe',
    'identified',
    ({ referralCode, shareLinks }) => [referralCode, shareLinks.whatsapp],
  ])
  queue.push(['subscribe', 'failed', (error) => error.message])
  queue.push(['subscribe', 'token-needed', ({ code }) => code])
  queue.push(['subscribe', 'copied', ({ what }) => what satisfies 'link' | 'code'])
  queue.push(['subscribe', 'offer', ({ code, referrerName, texts }) => [code, referrerName ?? texts.title]])
  const reason: EventDetails['widget-failed']['reason'] = 'unreachable'
  expect([misfits, reason]).toEqual([[false, false, false], 'unreachable'])
  expect(queue).toHaveLength(commands.length + 5)
})
