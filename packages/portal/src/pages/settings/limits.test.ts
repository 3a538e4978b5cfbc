import { MAX_DOMAINS } from '@goodword/contract/domains/custom-domain'
import { MAX_API_KEYS } from '@goodword/contract/keys/api-key'
import { MAX_RECEIVERS } from '@goodword/contract/webhooks/webhook-receiver'
import { MAX_ATTEMPTS } from '@goodword/domain/outbound/webhook-retry'
import { MAX_UNCONFIRMED_USERS } from '@goodword/domain/tracking/unconfirmed-users'
import { expect, test } from 'vitest'
import { limits } from './limits.ts'

test('the page says the limits that the service has', () => {
  expect(limits).toEqual({
    apiKeys: MAX_API_KEYS,
    receivers: MAX_RECEIVERS,
    domains: MAX_DOMAINS,
    attempts: MAX_ATTEMPTS,
    unconfirmedUsers: MAX_UNCONFIRMED_USERS,
  })
})
