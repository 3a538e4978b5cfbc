import { API_PREFIX } from '@goodword/contract/frame/openapi/openapi'
import type { DemoTenant } from './ensure-demo.ts'

/** A command to copy, and its explanation. */
export type DemoCurl = { readonly shows: string; readonly command: string }

/**
 * One curl for each operation in the life of a referral, from the code to the reward, in this order, and
 * work again. Calls that staff make by hand are in the reference.
 */
export function demoCurls({ alias, apiKey, users }: DemoTenant, baseUrl: string): readonly DemoCurl[] {
  const { referrers, friend, referralId } = users
  const [referrer] = referrers
  const root = baseUrl + API_PREFIX.replace('{tenantAlias}', alias)
  const asKey = (path: string) => `curl -s -u '${apiKey}:' '${root}${path}'`
  const track = (path: string, body: unknown) => `${asKey(path)} ${json(body)}`
  const newcomer = { accountId: 'acct_dave', userId: 'user_dave', name: 'Dave' }
  const account = `/account/${newcomer.accountId}`

  return [
    { shows: `What ${referrer.name}'s code is worth to a friend`, command: asKey(`/code/${referrer.code}`) },
    {
      shows: `${newcomer.name} starts a trial with that code: a referral is in progress`,
      command: track('/accountsync', {
        id: newcomer.accountId,
        subscription: { status: 'TRIAL' },
        referral: { code: referrer.code },
      }),
    },
    {
      shows: `${newcomer.name}'s browser makes him known, without a key`,
      command: `curl -s '${root}/open/identify' ${json({
        account_id: newcomer.accountId,
        user_id: newcomer.userId,
        email: 'dave@example.com',
        first_name: newcomer.name,
      })}`,
    },
    {
      shows: `${newcomer.name} pays: the referral converts, and both sides have their reward`,
      command: track('/accountsync', {
        id: newcomer.accountId,
        subscription: { status: 'PAID', billingIntervalValue: 1, billingIntervalType: 'MONTH', value: 49.9 },
      }),
    },
    {
      shows: `${newcomer.name}'s discount on the next bill of 49.90`,
      command: asKey(`${account}/reward?value=49.90`),
    },
    {
      shows: 'Tie the account to a customer of a payment processor (409 until one is connected)',
      command: track('/discount', {
        accountId: newcomer.accountId,
        paymentProviderId: '48213579',
        couponCode: referrer.code,
      }),
    },
    { shows: `${newcomer.name}'s account`, command: asKey(account) },
    { shows: 'What happened, and why', command: asKey(`${account}/timeline`) },
    { shows: 'The user of that account', command: asKey(`${account}/user/${newcomer.userId}`) },
    {
      shows: `All referrals of ${referrer.name}`,
      command: asKey(`/referrals?referringAccountId=${referrer.accountId}`),
    },
    ...(referralId === null
      ? []
      : [
          {
            shows: `One of these referrals: ${friend.name}, who has not paid yet`,
            command: asKey(`/referrals/${referralId}`),
          },
        ]),
    {
      shows: `What ${referrer.name} earned; this time the key is the password`,
      command: `curl -s -u ':${apiKey}' '${root}/rewards?accountId=${referrer.accountId}'`,
    },
    {
      shows: `Where ${referrer.name}'s share link leads`,
      command: `curl -s -o /dev/null -w '%{redirect_url}\\n' '${baseUrl}/r/${alias}/${referrer.code}'`,
    },
  ]
}

function json(body: unknown): string {
  return `-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`
}
