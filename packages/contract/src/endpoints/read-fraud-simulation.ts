import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleSimulation, FraudSimulation } from '../fraud-simulation.ts'
import { recordId } from '../values.ts'

export const readFraudSimulation = endpoint({
  name: 'readFraudSimulation',
  tag: 'Referrals',
  method: 'GET',
  path: '/fraud-simulations/{simulationId}',
  summary: 'Retrieve a simulation of fraud rules',
  description:
    'Returns a simulation with its figures and a page of the referrals that would have been held. The figures are of the time of the request, the referrals of now.',
  scope: 'read',
  params: Type.Object({ simulationId: recordId('ID of the simulation.') }),
  query: Type.Object({
    cursor: Type.Optional(
      Type.String({
        format: 'cursor',
        description: 'The `nextCursor` of the previous page. Omit it for the first page.',
      }),
    ),
  }),
  body: null,
  success: { 200: FraudSimulation },
  refusals: ['FRAUD_SIMULATION_NOT_FOUND'],
  example: { answer: exampleSimulation },
})
