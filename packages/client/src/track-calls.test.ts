import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { webhookEvents, webhookEventTypes } from '@goodword/contract/webhooks/event-types'
import { Analytics } from '@segment/analytics-node'
import { expect, onTestFinished, test } from 'vitest'
import type { EventEnvelope } from './operations.generated.ts'
import { trackCalls } from './track-calls.ts'

const id = '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d60'

/** An event with the data of the reference's example. */
function exampleOf(type: EventEnvelope['type'], data: object = {}): EventEnvelope {
  const envelope = { id, type, tenantAlias: 'acme', live: true, created: 1_780_000_000_000, version: 7 }
  // The examples are checked against the schemas that the client's types come from.
  return {
    ...envelope,
    reason: 'FIRST_PAYMENT',
    data: { ...webhookEvents[type].example, ...data },
  } as EventEnvelope
}

test('an event is one call for each user it is about, and what is no behaviour of a user gives none', () => {
  const names = webhookEventTypes.flatMap((type) =>
    trackCalls(exampleOf(type)).map(({ userId, event }) => [type, userId, event]),
  )
  expect(names).toEqual([
    ['user.created', 'user_bob', 'Referral Code Created'],
    ['referral.started', 'user_carol', 'Referral Started'],
    ['referral.started', 'user_bob', 'Friend Joined'],
    ['referral.converted', 'user_carol', 'Referral Converted'],
    ['referral.converted', 'user_bob', 'Friend Converted'],
    ['referral.ended', 'user_carol', 'Referral Ended'],
    ['referral.ended', 'user_bob', 'Friend Left'],
    ['reward.created', 'user_bob', 'Referral Reward Created'],
    ['reward.cancelled', 'user_bob', 'Referral Reward Cancelled'],
    ['reward.redeemed', 'acct_carol', 'Referral Reward Redeemed'],
    ['reward.balance.changed', 'acct_carol', 'Referral Balance Changed'],
  ])
})

test('a call says what happened, and a reward what it is worth', () => {
  expect(trackCalls(exampleOf('reward.created'))).toEqual([
    {
      userId: 'user_bob',
      event: 'Referral Reward Created',
      messageId: id,
      timestamp: new Date(1_780_000_000_000),
      properties: {
        rewardId: expect.any(String),
        rewardSource: 'FRIEND_SIGNUP',
        referralId: expect.any(String),
        rewardType: 'PCT_DISCOUNT',
        discountPercent: expect.any(Number),
        reason: 'FIRST_PAYMENT',
        program: 'acme',
        live: true,
      },
      context: { groupId: 'acct_bob' },
    },
  ])
  const credit = { type: 'CREDIT', unit: 'EUR', credit: 500 }
  expect(trackCalls(exampleOf('reward.created', credit))[0]?.properties).toMatchObject({
    unit: 'EUR',
    credit: 500,
  })
  const feature = { type: 'FEATURE', featureType: 'seats', quantity: 2 }
  expect(trackCalls(exampleOf('reward.created', feature))[0]?.properties).toMatchObject({ quantity: 2 })
})

test('names and e-mail addresses of users are in no call', () => {
  const people = [
    { accountId: 'acct_bob', userId: 'user_bob', email: 'bob@example.com', firstName: 'Bob', lastName: null },
  ]
  const calls = webhookEventTypes.flatMap((type) => trackCalls({ ...exampleOf(type), people }))
  expect(JSON.stringify(calls)).not.toMatch(/bob@example\.com|"Bob"/)
})

test('users have the IDs of the analytics where these are others, and a user without one is left out', () => {
  const known: Readonly<Record<string, string>> = { user_bob: 'crm-17' }
  const userIdOf = ({ userId }: { readonly userId: string | null }) => known[userId ?? ''] ?? null
  const calls = trackCalls(exampleOf('referral.started'), { userIdOf })
  expect(calls.map(({ userId, event }) => [userId, event])).toEqual([['crm-17', 'Friend Joined']])
})

test('the Segment library sends the calls as they are, with the same message ID when an event comes again', async () => {
  const received: Readonly<Record<string, unknown>>[] = []
  const server = createServer(async (request, response) => {
    received.push(...JSON.parse(await text(request)).batch)
    response.setHeader('Content-Type', 'application/json').end('{"success":true}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const analytics = new Analytics({ writeKey: 'write-key', host })
  const event = exampleOf('referral.converted')
  for (const delivered of [event, event]) {
    for (const call of trackCalls(delivered)) analytics.track(call)
  }
  await analytics.closeAndFlush()
  const shown = received.map(({ type, userId, event: name, messageId }) => [type, userId, name, messageId])
  const once = [
    ['track', 'user_carol', 'Referral Converted', id],
    ['track', 'user_bob', 'Friend Converted', `${id}:referrer`],
  ]
  expect(shown).toEqual([...once, ...once])
  expect(received[0]).toMatchObject({
    timestamp: '2026-05-28T20:26:40.000Z',
    properties: { referredAccountId: 'acct_carol', reason: 'FIRST_PAYMENT' },
    context: { groupId: 'acct_carol' },
  })
})
