import { type LocalSandbox, startLocalSandbox } from './local-sandbox.ts'

export type BraintreeSandbox = LocalSandbox

/** A local gateway with the merchants of a file of fixtures. */
export function startBraintreeSandbox(fixtures?: string): Promise<BraintreeSandbox> {
  return startLocalSandbox('braintree', fixtures === undefined ? [] : ['--fixtures', fixtures])
}
