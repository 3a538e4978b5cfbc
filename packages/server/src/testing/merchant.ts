import { randomUUID } from 'node:crypto'
import type { ProgramSettings } from '@goodword/contract/program/program'
import type { RewardSpec } from '@goodword/domain/rewards/reward'
import { createTenant, type NamedKeys } from '../administration/tenants/create-tenant.ts'
import type { WireAnswer } from './requests/wire-rules.ts'
import { LANDING_PAGE } from './test-context.ts'
import type { Caller, TestService } from './test-service.ts'

type Body = WireAnswer['body']
type Fields = Readonly<Record<string, unknown>>

/** A merchant's server that calls one of its tenants over HTTP. All functions but `request` throw unless the call succeeds. */
export type Merchant = {
  /** Any call, with any response. */
  request(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<WireAnswer>
  /** The answer of a call that succeeds. */
  requestOk(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<Body>
  sync(id: string, fields?: Fields): Promise<Body>
  /** Makes a user `<account>_user` known, and returns their code. */
  user(accountId: string, fields?: Fields): Promise<string>
  /** An account with a user and a code, in its trial. */
  friend(id: string, code: string): Promise<Body>
  pay(id: string): Promise<Body>
  leave(id: string): Promise<Body>
  referral(referredAccountId: string): Promise<Body>
  discount(id: string, query?: string): Promise<Body>
  /** The balance of a unit. */
  credit(id: string, unit: string): Promise<number>
  give(accountId: string, reward: RewardSpec, fields?: Fields): Promise<Body>
  redeem(accountId: string, unit: string, amount: number): Promise<Body>
  moderate(action: string, ...referralIds: readonly string[]): Promise<Body>
  program(settings: ProgramSettings): Promise<Body>
  moveClock(now: number): Promise<void>
}

let made = 0

/** A test tenant of its own. */
export async function newTestTenant({ operator }: Pick<TestService, 'operator'>): Promise<NamedKeys> {
  made += 1
  const { test } = await createTenant(operator, { alias: `merchant_${made}`, landingPage: LANDING_PAGE })
  return test
}

export function merchantAt(call: Caller, { alias, apiKey }: NamedKeys): Merchant {
  const request: Merchant['request'] = (method, path, body, key) =>
    call(method, path, {
      alias,
      key: apiKey,
      ...(body === undefined ? {} : { body }),
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    })
  const requestOk: Merchant['requestOk'] = async (method, path, body, key) => {
    const answer = await request(method, path, body, key)
    if (answer.status < 300) return answer.body
    throw new Error(`${method} ${path} is ${answer.status}: ${answer.body.message}`)
  }
  const sync: Merchant['sync'] = (id, fields = {}) => requestOk('POST', '/accountsync', { id, ...fields })
  const user: Merchant['user'] = async (accountId, fields = {}) => {
    const person = await requestOk('POST', '/user', { accountId, id: `${accountId}_user`, ...fields })
    return String(person.referralCode)
  }
  const discount: Merchant['discount'] = (id, query = '') => requestOk('GET', `/account/${id}/reward${query}`)
  return {
    request,
    requestOk,
    sync,
    user,
    async friend(id, code) {
      await user(id)
      return sync(id, { subscription: { status: 'TRIAL' }, referral: { code } })
    },
    pay: (id) => sync(id, { subscription: { status: 'PAID' } }),
    leave: (id) => sync(id, { subscription: { status: 'CANCELLED' } }),
    async referral(id) {
      const { referrals } = await requestOk('GET', `/referrals?referredAccountId=${id}`)
      return entriesOf(referrals)[0] ?? {}
    },
    discount,
    async credit(id, unit) {
      const { credits } = await discount(id)
      return Number(entriesOf(credits).find((it) => it.unit === unit)?.available ?? 0)
    },
    give: (accountId, reward, fields = {}) =>
      requestOk('POST', '/rewards', { accountId, reward, ...fields }, randomUUID()),
    redeem: (accountId, unit, amount) =>
      requestOk('POST', '/credit/redeem', { accountId, unit, amount }, randomUUID()),
    moderate: (action, ...ids) =>
      requestOk('POST', '/referrals/moderate', {
        actions: ids.map((referralId) => ({ referralId, action })),
      }),
    async program(settings) {
      const { version } = await requestOk('GET', '/program')
      return requestOk('PUT', '/program', { ...settings, version })
    },
    async moveClock(now) {
      await requestOk('POST', '/test/clock', { now })
    },
  }
}

/** The entries of a list in an answer. */
export function entriesOf(list: unknown): readonly Body[] {
  if (!Array.isArray(list)) throw new Error('list not found in the response')
  return list
}
