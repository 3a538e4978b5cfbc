import { MOST_API_KEYS } from '@goodword/contract/api-key'
import { MOST_DOMAINS } from '@goodword/contract/custom-domain'
import { MOST_RECEIVERS } from '@goodword/contract/webhook-receiver'
import { MAX_UNCONFIRMED_USERS } from '@goodword/domain/unconfirmed-users'
import { MOST_ATTEMPTS } from '@goodword/domain/webhook'
import { expect, test } from 'vitest'
import { limits } from './limits.ts'

test('the page says the limits that the service has', () => {
  expect(limits).toEqual({
    apiKeys: MOST_API_KEYS,
    receivers: MOST_RECEIVERS,
    domains: MOST_DOMAINS,
    attempts: MOST_ATTEMPTS,
    unconfirmedUsers: MAX_UNCONFIRMED_USERS,
  })
})
