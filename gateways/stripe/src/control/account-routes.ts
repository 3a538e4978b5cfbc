import { ControlError } from '@goodword/sandbox/control/control-error'
import {
  flag,
  id,
  integer,
  listOf,
  moment,
  oneOf,
  only,
  optional,
  orNull,
} from '@goodword/sandbox/control/fields'
import { momentIn } from '@goodword/sandbox/control/moment-in'
import { clockSummary } from '@goodword/sandbox/control/summaries'
import { type Static, Type } from 'typebox'
import { accountIdOf } from '../http/authenticate.ts'
import { emptyStripeAccount, type StripeAccount } from '../model/account.ts'
import type { Gateway } from '../work.ts'
import { type Control, type ControlRoute, ofAccount, ofAll } from './maker.ts'

const keys = Type.Array(
  Type.String({ pattern: '^[rs]k_test_\\w{1,200}$', description: 'a key such as "rk_test_shop"' }),
  { minItems: 1, description: 'a list of keys' },
)

const permissions = orNull(
  listOf(
    Type.String({
      pattern: '^rak_[a-z_]+_(read|write)$',
      description: 'a right such as "rak_customer_read"',
    }),
  ),
  'for everything',
)

const settingsBody = only({
  apiVersion: optional(
    Type.String({
      pattern: '^20\\d{2}-\\d{2}-\\d{2}([.][a-z]+)?$',
      description: 'a version of the API such as "2024-06-20"',
    }),
  ),
  currency: optional(Type.String({ pattern: '^[a-z]{3}$', description: 'a currency such as "usd"' })),
  country: optional(Type.String({ pattern: '^[A-Z]{2}$', description: 'a country such as "US"' })),
  draftSeconds: optional(integer(0, 259_200, 'seconds')),
  upcomingDays: optional(integer(0, 45, 'days')),
  retryAfterDays: optional(listOf(integer(1, 60, 'days'))),
  afterRetries: optional(oneOf(['canceled', 'unpaid', 'past_due'])),
  resendsForHours: optional(integer(0, 72, 'hours')),
})

const accountBody = only({
  id: optional(id()),
  keys,
  /** The permissions of restricted keys. */
  permissions: optional(permissions),
  clock: optional(only({ now: optional(moment()), runs: optional(flag()) })),
  settings: optional(settingsBody),
})

/** Accounts, their keys and their settings. */
export const accountRoutes: readonly ControlRoute[] = [
  ofAll('GET', '/accounts', {
    handle: ({ control: { gateway } }) => ({
      items: Array.from(gateway.accounts.values(), (each) => accountSummary(gateway, each)),
    }),
  }),
  ofAll('POST', '/accounts', {
    body: accountBody,
    handle: ({ control, body }) => accountSummary(control.gateway, addAccount(control, body)),
  }),
  ofAccount('GET', '', { handle: ({ control, account }) => accountSummary(control.gateway, account) }),
  ofAccount('DELETE', '', {
    handle: ({ control, account }) => {
      control.gateway.accounts.delete(account.id)
      return { id: account.id }
    },
  }),
  ofAccount('PATCH', '/settings', {
    body: settingsBody,
    handle: ({ account, body }) => {
      account.settings = { ...account.settings, ...body }
      return account.settings
    },
  }),
  ofAccount('PUT', '/permissions', {
    body: only({ permissions }),
    handle: ({ account, body }) => {
      account.keys = account.keys.map(({ key }) => keyOf(key, body.permissions))
      return { keys: account.keys }
    },
  }),
]

function addAccount({ gateway, seed }: Control, body: Static<typeof accountBody>): StripeAccount {
  const accountId = body.id ?? accountIdOf(body.keys[0] ?? '')
  const taken = Array.from(gateway.accounts.values()).find((each) => {
    return each.id === accountId || each.keys.some(({ key }) => body.keys.includes(key))
  })
  if (taken !== undefined)
    throw new ControlError('CONFLICT', `Account ${taken.id} has that id or key already.`)
  const { now, runs = now === undefined } = body.clock ?? {}
  const at = now === undefined ? gateway.machineNow() : momentIn(now, 'clock.now')
  const clock = { at, runsSince: runs ? gateway.machineNow() : null }
  const account = emptyStripeAccount(
    accountId,
    body.keys.map((key) => keyOf(key, body.permissions ?? null)),
    clock,
  )
  account.settings = { ...account.settings, ...body.settings }
  account.chance = seed
  gateway.accounts.set(account.id, account)
  return account
}

/** Only restricted keys have rights; a secret key may do everything. */
function keyOf(key: string, rights: readonly string[] | null) {
  return { key, permissions: key.startsWith('rk_') ? rights : null }
}

function accountSummary(gateway: Gateway, account: StripeAccount) {
  return {
    id: account.id,
    keys: account.keys,
    clock: clockSummary(gateway, account),
    settings: account.settings,
    deliveries: account.deliveries,
    barrier: account.barrier,
    destinations: account.destinations,
    counts: {
      customers: account.customers.size,
      events: account.events.size,
      notifications: account.notifications.size,
      faults: account.faults.length,
    },
  }
}
