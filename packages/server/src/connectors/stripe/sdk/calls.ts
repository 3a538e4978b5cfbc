import type Stripe from 'stripe'
import { type CallLimits, type CallOptions, type Calls, limitCalls } from '../../limited-calls.ts'
import { processorErrorOf } from './processor-error-of.ts'

export type StripeCalls = Calls<Stripe>

const processor = { id: 'stripe', name: 'Stripe' }

export function createCalls(
  stripe: Stripe,
  limits: CallLimits,
  options: Pick<CallOptions, 'stopwatch' | 'renewAgent'>,
): StripeCalls {
  return limitCalls(stripe, limits, { ...options, processor, errorOf: processorErrorOf })
}
