import type { Route } from '../wire/route.ts'
import { accountRoutes } from './accounts.ts'
import { balanceRoutes } from './balance.ts'
import { catalogRoutes } from './catalog.ts'
import { sessionRoutes } from './checkout/sessions.ts'
import { couponRoutes } from './coupons.ts'
import { customerRoutes } from './customers.ts'
import { eventRoutes } from './events.ts'
import { closingRoutes } from './invoices/close-invoice.ts'
import { invoiceItemRoutes } from './invoices/invoice-items.ts'
import { invoiceRoutes } from './invoices/invoices.ts'
import { previewRoutes } from './invoices/preview-invoice.ts'
import { paymentMethodRoutes } from './payment-methods.ts'
import { paymentRoutes } from './payments.ts'
import { promotionCodeRoutes } from './promotion-codes.ts'
import { subscriptionRoutes } from './subscriptions/subscriptions.ts'
import { testClockRoutes } from './test-clocks.ts'

/** All that the API does, below `/v1`. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  ...balanceRoutes,
  ...catalogRoutes,
  ...couponRoutes,
  ...customerRoutes,
  ...eventRoutes,
  ...invoiceItemRoutes,
  ...previewRoutes,
  ...invoiceRoutes,
  ...closingRoutes,
  ...paymentMethodRoutes,
  ...paymentRoutes,
  ...promotionCodeRoutes,
  ...sessionRoutes,
  ...subscriptionRoutes,
  ...testClockRoutes,
]
