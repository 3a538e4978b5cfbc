import type { Connection } from '@goodword/client'
import { braintree } from './braintree.ts'
import { manual } from './manual.ts'
import type { ProcessorForm } from './processor-form.ts'
import { stripe } from './stripe.ts'

/** The processors that can be connected here, in the order of the choice. */
export const processors: readonly [ProcessorForm, ...ProcessorForm[]] = [braintree, stripe, manual]

/** What the pages say of a processor; the first one stands for one that is in no list here. */
export function processorOf(name: Connection['processor']): ProcessorForm {
  return processors.find(({ processor }) => processor === name) ?? processors[0]
}

/** The name of a processor at the beginning of a line. */
export function capitalized(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
