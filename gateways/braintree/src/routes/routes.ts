import type { Route } from '../protocol/route.ts'
import { clientApiRoutes } from './client-api-routes.ts'
import { customerRoutes } from './customer-routes.ts'
import { disputeRoutes } from './dispute-routes.ts'
import { merchantAccountRoutes } from './merchant-account-routes.ts'
import { modificationRoutes } from './modification-routes.ts'
import { paymentMethodRoutes } from './payment-method-routes.ts'
import { planRoutes } from './plan-routes.ts'
import { redirectRoutes } from './redirect-routes.ts'
import { settlementSummaryRoutes } from './settlement-summary-routes.ts'
import { subscriptionRoutes } from './subscription-routes.ts'
import { testingRoutes } from './testing-routes.ts'
import { transactionRoutes } from './transaction-routes.ts'

/** The table of contents: all that the gateway answers to below `/merchants/{merchant id}`. */
export const routes: readonly Route[] = [
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...clientApiRoutes,
  ...redirectRoutes,
  ...planRoutes,
  ...modificationRoutes,
  ...subscriptionRoutes,
  ...transactionRoutes,
  ...disputeRoutes,
  ...settlementSummaryRoutes,
  ...merchantAccountRoutes,
  ...testingRoutes,
]
