import type { BodyOf } from '@goodword/contract/endpoint'
import type { syncAccount } from '@goodword/contract/endpoints/sync-account'
import type { Call, Command, DescribeCommand } from '@goodword/domain/command'
import type { AccountId, ProviderId } from '@goodword/domain/ids'
import { parseReferralCode } from '@goodword/domain/referral-code'
import { noteSighting } from '../../../operations/foundation/sightings.ts'
import { acceptedOf, track } from '../../../operations/referring/tracking/track.ts'
import { accountAnswer } from '../../answers/account.ts'
import type { Handler } from '../../server/handler.ts'

type Body = BodyOf<typeof syncAccount>

/** Translates an account update of a merchant's server into commands; the response is the account after them. */
export const handleSyncAccount: Handler<typeof syncAccount> = async (ctx, { tenant, body, principal }) => {
  const tracked = await track(ctx, tenant.tenantId, { call: callOf(body), actor: 'server' })
  const accepted = acceptedOf(tracked)
  if (principal.kind === 'key') noteSighting(ctx, tenant.tenantId, 'SERVER_CALLED')
  return accountAnswer(accepted.account, tracked.programCurrency, tracked.now)
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
  return { accountId: body.id as AccountId, source: 'server', commands }
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
