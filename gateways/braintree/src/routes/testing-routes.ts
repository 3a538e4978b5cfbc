import type { Route } from '../protocol/route.ts'
import { createModification, modificationShape } from '../resources/testing/create-modification.ts'
import { simulateSettlement } from '../resources/testing/simulate-settlement.ts'
import { createPlan, planShape } from './plan-routes.ts'

/** Routes that only the sandbox has, for steps that otherwise take a night or are done in the Control Panel. */
export const testingRoutes: readonly Route[] = [
  {
    method: 'PUT',
    path: '/transactions/:id/settle',
    handle: (call) => simulateSettlement(call, 'settled'),
  },
  {
    method: 'PUT',
    path: '/transactions/:id/settlement_confirm',
    handle: (call) => simulateSettlement(call, 'settlement_confirmed'),
  },
  {
    method: 'PUT',
    path: '/transactions/:id/settlement_decline',
    handle: (call) => simulateSettlement(call, 'settlement_declined'),
  },
  {
    method: 'PUT',
    path: '/transactions/:id/settlement_pending',
    handle: (call) => simulateSettlement(call, 'settlement_pending'),
  },
  { method: 'POST', path: '/plans/create_plan_for_tests', body: planShape, handle: createPlan },
  {
    method: 'POST',
    path: '/modifications/create_modification_for_tests',
    body: { modification: modificationShape },
    handle: createModification,
  },
]
