import type { Connection } from '@goodword/client'
import { braintree } from './braintree.ts'
import { manual } from './manual.ts'
import type { ProcessorForm } from './processor-form.ts'
import { stripe } from './stripe.ts'

const forms: Readonly<Record<Connection['processor'], ProcessorForm>> = { braintree, stripe, manual }

/** The processors that can be connected here, in the order of the choice. */
export const processors = Object.values(forms)

/** The texts about a processor. */
export function processorOf(name: Connection['processor']): ProcessorForm {
  return forms[name]
}

/** The name of a processor at the beginning of a line. */
export function capitalized(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
