import type braintree from 'braintree'
import { type CallLimits, type CallOptions, type Calls, limitCalls } from '../../limited-calls.ts'
import { withOwnParser } from './braintree-sdk.ts'
import { processorErrorOf } from './processor-error-of.ts'

export type CallGateway = Calls<braintree.BraintreeGateway>

const processor = { id: 'braintree', name: 'Braintree' }

/** Calls the SDK, whose responses our own parser reads. */
export function createCalls(
  gateway: braintree.BraintreeGateway,
  limits: CallLimits,
  options: Pick<CallOptions, 'stopwatch' | 'renewAgent'>,
): CallGateway {
  const calls = limitCalls(gateway, limits, { ...options, processor, errorOf: processorErrorOf })
  return {
    ...calls,
    read: (operation, work) => calls.read(operation, (it) => withOwnParser(() => work(it))),
    write: (operation, work) => calls.write(operation, (it) => withOwnParser(() => work(it))),
  }
}
