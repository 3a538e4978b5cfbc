import { wireRequest } from '@goodword/trials/laboratory/load/wire-request'
import type { SampleUser } from '../dataset/sample-users.ts'
import type { LoadedTenant } from '../dataset/tenants.ts'
import type { ReadCeiling, Scenario } from './scenario.ts'
import { inTurn, turnOf } from './turn-of.ts'

/** A request about one user, beside one select by a key of theirs. */
type Reading = Pick<Scenario, 'name' | 'aimPerSecond'> &
  Pick<ReadCeiling, 'select'> & {
    readonly userOf: (tenant: LoadedTenant, round: number) => SampleUser
    readonly request: (tenant: LoadedTenant, user: SampleUser) => string
    readonly keyOf: (user: SampleUser) => string
  }

function reading({ name, aimPerSecond, select, userOf, request, keyOf }: Reading): Scenario {
  return {
    name,
    aimPerSecond,
    prepare: async ({ tenants }, count) =>
      inTurn(tenants, count, (tenant, round) => request(tenant, userOf(tenant, round))),
    ceiling: {
      kind: 'read',
      select,
      keys: ({ tenants }, count) =>
        inTurn(tenants.slice(0, 1), count, (tenant, round) => keyOf(userOf(tenant, round))),
    },
  }
}

function referrerOrFriend({ referrers, friends }: LoadedTenant, round: number): SampleUser {
  return turnOf(round % 2 === 0 ? referrers : friends, round)
}

/** Looks up the offers of codes of many users. */
export const codeLookUp = reading({
  name: 'code-look-up',
  aimPerSecond: 15_000,
  select: 'code',
  userOf: referrerOrFriend,
  request: ({ id, apiKey }, { code }) => wireRequest('GET', `/api/v1/${id}/code/${code}`, { apiKey }),
  keyOf: ({ code }) => code,
})

/** Retrieve an account’s discounts and credits: referrers, who have the longer ledgers, and friends in turn. */
export const rewardRead = reading({
  name: 'reward-read',
  aimPerSecond: 10_000,
  select: 'account',
  userOf: referrerOrFriend,
  request: ({ id, apiKey }, { accountId }) =>
    wireRequest('GET', `/api/v1/${id}/account/${accountId}/reward`, { apiKey }),
  keyOf: ({ accountId }) => accountId,
})

/** A page reload by a known user, without new data. */
export const identifyRepeat = reading({
  name: 'identify-repeat',
  aimPerSecond: 15_000,
  select: 'account',
  userOf: ({ friends }, round) => turnOf(friends, round),
  request: ({ id }, { accountId, userId, email, firstName, lastName }) =>
    wireRequest('POST', `/api/v1/${id}/open/identify`, {
      body: {
        account_id: accountId,
        user_id: userId,
        email,
        first_name: firstName,
        last_name: lastName,
      },
    }),
  keyOf: ({ accountId }) => accountId,
})
