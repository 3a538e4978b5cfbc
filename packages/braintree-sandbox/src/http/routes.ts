import type { Route } from '../protocol/route.ts'
import { paymentMethodRoutes } from '../resources/cards/payment-method-routes.ts'
import { clientApiRoutes } from '../resources/client-api/client-api-routes.ts'
import { customerRoutes } from '../resources/customers/customer-routes.ts'
import { disputeRoutes } from '../resources/disputes/dispute-routes.ts'
import { merchantAccountRoutes } from '../resources/merchant-accounts/merchant-account-routes.ts'
import { modificationRoutes } from '../resources/plans/modification-routes.ts'
import { planRoutes } from '../resources/plans/plan-routes.ts'
import { redirectRoutes } from '../resources/redirects/redirect-routes.ts'
import { settlementSummaryRoutes } from '../resources/settlement-summaries/settlement-summary-routes.ts'
import { subscriptionRoutes } from '../resources/subscriptions/subscription-routes.ts'
import { testingRoutes } from '../resources/testing/testing-routes.ts'
import { transactionRoutes } from '../resources/transactions/transaction-routes.ts'

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
