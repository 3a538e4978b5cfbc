import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleProgram } from '../examples.ts'
import { Program, ProgramUpdate } from '../program.ts'

export const replaceProgram = endpoint({
  name: 'replaceProgram',
  tag: 'Program',
  method: 'PUT',
  path: '/program',
  summary: 'Change the program',
  description:
    'Replaces the whole program: read it, change what you want, and send all of it with the `version` that you read. Null clears `landingPage`, `fallbackPage`, `referredReward` and `referrerReward`; any other field that is null or left out takes its default. Rewards already given keep their terms. A second arrival of the same change is refused as stale, unless both carry the same `Idempotency-Key`.',
  scope: 'admin',
  repeated: 'is refused',
  params: Type.Object({}),
  query: Type.Object({}),
  body: ProgramUpdate,
  success: { 200: Program },
  refusals: ['STALE_VERSION'],
  example: { body: { ...exampleProgram, version: exampleProgram.version - 1 }, answer: exampleProgram },
})
