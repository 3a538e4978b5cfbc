import type { BodyOf } from '@goodword/contract/endpoint'
import type { syncAccount } from '@goodword/contract/endpoints/sync-account'
import { Refusal } from '@goodword/contract/refusal'
import type { Call, Command, DescribeCommand } from '@goodword/domain/command'
import type { AccountId, ProviderId } from '@goodword/domain/ids'
import { parseReferralCode } from '@goodword/domain/referral-code'
import { accountAnswer } from '../answers/account.ts'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'

type Body = BodyOf<typeof syncAccount>

/** What a merchant's server says of an account becomes commands; the answer is the account as they leave it. */
export function handleSyncAccount(it: RouteDependencies): Handler<typeof syncAccount> {
  return async ({ tenant, body }) => {
    const { verdict, programCurrency, now } = await it.operations.track(tenant.tenantId, {
      call: callOf(body),
      actor: 'server',
    })
    if (verdict.kind === 'refused') {
      const { code, message, param } = verdict.refused
      throw new Refusal(code, message, param)
    }
    return accountAnswer(verdict.account, programCurrency, now)
  }
}

/** In the order in which a request is checked: its own values first, then the customer, then the code. */
function callOf(body: Body): Call {
  const commands: Command[] = [descriptionOf(body)]
  if (body.paymentProviderId !== undefined) {
    commands.push({ kind: 'bind', providerId: body.paymentProviderId as ProviderId })
  }
  if (body.referral?.code !== undefined) {
    commands.push({ kind: 'attribute', evidence: 'explicit', code: parseReferralCode(body.referral.code) })
  }
  if (body.subscription?.status !== undefined) {
    commands.push({ kind: 'report', status: body.subscription.status })
  }
  return { accountId: body.id as AccountId, voice: 'server', commands }
}

function descriptionOf({ currency, subscription }: Body): DescribeCommand {
  const { value, billingIntervalValue, billingIntervalType } = subscription ?? {}
  return {
    kind: 'describe',
    ...(currency === undefined ? {} : { currency }),
    ...(value === undefined ? {} : { value }),
    ...(billingIntervalValue === undefined ? {} : { billingIntervalValue }),
    ...(billingIntervalType === undefined ? {} : { billingIntervalType }),
  }
}
