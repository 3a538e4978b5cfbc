import { createRequire } from 'node:module'
import type braintree from 'braintree'

const require = createRequire(import.meta.url)

/** Braintree's SDK. It is loaded at its first use: a service without a connection needs none of its 200 modules. */
export function braintreeSdk(): typeof braintree {
  return require('braintree')
}
