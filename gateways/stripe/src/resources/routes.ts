import { accountRoutes } from './accounts.ts'
import { balanceRoutes } from './balance.ts'
import { catalogRoutes } from './catalog.ts'
import { chargeRoutes } from './charges.ts'
import { sessionRoutes } from './checkout/sessions.ts'
import { couponRoutes } from './coupons.ts'
import { creditNoteRoutes } from './credit-notes.ts'
import { customerRoutes, taxIdRoutes } from './customers.ts'
import { disputeRoutes } from './disputes.ts'
import { eventRoutes } from './events.ts'
import { closingRoutes } from './invoices/close-invoice.ts'
import { invoiceItemRoutes } from './invoices/invoice-items.ts'
import { invoiceRoutes } from './invoices/invoices.ts'
import { previewRoutes } from './invoices/preview-invoice.ts'
import { meterRoutes } from './meters.ts'
import { paymentMethodRoutes } from './payment-methods.ts'
import { paymentIntentRoutes } from './payments/payment-intents.ts'
import { setupIntentRoutes } from './payments/setup-intents.ts'
import { portalRoutes } from './portal/portal.ts'
import { promotionCodeRoutes } from './promotion-codes.ts'
import { refundRoutes } from './refunds.ts'
import type { Route } from './route.ts'
import { scheduleRoutes } from './schedules/schedules.ts'
import { searchRoutes } from './search/search.ts'
import { subscriptionRoutes } from './subscriptions/subscriptions.ts'
import { taxRateRoutes } from './tax-rates.ts'
import { testClockRoutes } from './test-clocks.ts'

/** All that the API does, below `/v1`. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  ...balanceRoutes,
  ...catalogRoutes,
  ...chargeRoutes,
  ...couponRoutes,
  ...creditNoteRoutes,
  ...customerRoutes,
  ...disputeRoutes,
  ...eventRoutes,
  ...invoiceItemRoutes,
  ...previewRoutes,
  ...invoiceRoutes,
  ...closingRoutes,
  ...meterRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...portalRoutes,
  ...promotionCodeRoutes,
  ...refundRoutes,
  ...scheduleRoutes,
  ...searchRoutes,
  ...sessionRoutes,
  ...setupIntentRoutes,
  ...subscriptionRoutes,
  ...taxIdRoutes,
  ...taxRateRoutes,
  ...testClockRoutes,
]
