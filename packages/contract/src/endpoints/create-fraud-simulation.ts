import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleSimulation, FraudSimulation, FraudSimulationRequest } from '../fraud-simulation.ts'

export const createFraudSimulation = endpoint({
  name: 'createFraudSimulation',
  tag: 'Referrals',
  method: 'POST',
  path: '/fraud-simulations',
  summary: 'Simulate fraud rules',
  description:
    'Tries modes and thresholds of fraud rules on the stored facts of referrals, before you save them in the program: what would have been held, what that is worth, and how your staff decided about the same referrals. Nothing is held. What takes longer than two seconds is left to a background job: the status is 202, and you retrieve the simulation until its state is `DONE`. A repeated request within the same minute is answered with the same simulation. The newest 50 simulations of a program are kept, for 7 days.',
  scope: 'read',
  changesNothing: true,
  params: Type.Object({}),
  query: Type.Object({}),
  body: FraudSimulationRequest,
  success: { 200: FraudSimulation, 202: FraudSimulation },
  refusals: [],
  example: {
    body: {
      from: '2026-03-01',
      to: '2026-03-30',
      rules: [{ rule: 'LEAKED_CODE', mode: 'active', thresholds: { publicClicks: 5 } }],
    },
    answer: exampleSimulation,
  },
})
