import type { linkDiscount as endpoint } from '@goodword/contract/endpoints/link-discount'
import type { AccountId, ProviderId } from '@goodword/domain/ids'
import { parseReferralCode } from '@goodword/domain/referral-code'
import { linkDiscount } from '../../../operations/billing/discounts/link-discount.ts'
import type { RunCustomer } from '../../../operations/foundation/jobs/run-customer.ts'
import { accountDiscountAnswer } from '../../answers/account-discount.ts'
import type { Handler } from '../../server/handler.ts'

/** 201 when something new was linked, 200 on a repeat. */
export const handleLinkDiscount =
  (runCustomer: RunCustomer): Handler<typeof endpoint> =>
  async (ctx, { tenant, body }) => {
    const accountId = body.accountId as AccountId
    const link = {
      accountId,
      customerId: body.paymentProviderId as ProviderId,
      couponCode: parseReferralCode(body.couponCode),
    }
    const { reading, isNew } = await linkDiscount(ctx, tenant.tenantId, link, runCustomer)
    return { status: isNew ? 201 : 200, answer: accountDiscountAnswer(accountId, reading, null) }
  }
