import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleProgram } from '../examples.ts'
import { Program, ProgramUpdate } from '../program.ts'

export const replaceProgram = endpoint({
  name: 'replaceProgram',
  tag: 'Program',
  method: 'PUT',
  path: '/program',
  summary: 'Replace the program',
  description:
    'Replaces all settings of the program: retrieve it, change it, and send all of it with the `version` you retrieved. Null clears `landingPage`, `fallbackPage`, `referredReward` and `referrerReward`; any other field that is null or absent is reset to its default. Rewards already given keep their terms. Turning the program on is refused while set-up is missing at a connected payment processor, and another `processorDiscountId` while subscriptions have discounts with the present one. A repeated request fails with `STALE_VERSION` unless it has the same `Idempotency-Key`.',
  scope: 'admin',
  needsRecentSignIn: true,
  refusesUnknownFields: true,
  repeated: 'is refused',
  params: Type.Object({}),
  query: Type.Object({}),
  body: ProgramUpdate,
  success: { 200: Program },
  refusals: ['STALE_VERSION', 'PROCESSOR_SETUP_INCOMPLETE', 'PROCESSOR_CONNECTION_IN_USE'],
  example: { body: { ...exampleProgram, version: exampleProgram.version - 1 }, answer: exampleProgram },
})
