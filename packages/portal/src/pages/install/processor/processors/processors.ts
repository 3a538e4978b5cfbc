import type { Connection } from '@goodword/client'
import { braintree } from './braintree.ts'
import type { ProcessorForm } from './processor-form.ts'
import { stripe } from './stripe.ts'

/** The processors that can be connected here, in the order of the choice. */
export const processors: readonly [ProcessorForm, ...ProcessorForm[]] = [braintree, stripe]

/** What the pages say of a processor; the first one stands for a processor that cannot be connected here. */
export function processorOf(name: Connection['processor']): ProcessorForm {
  return processors.find(({ processor }) => processor === name) ?? processors[0]
}
