import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire } from 'node:module'
import type braintree from 'braintree'
import { ReadXml, readXml } from './read-xml.ts'

const require = createRequire(import.meta.url)

/** The two steps by which the SDK reads a response: the second one makes objects of what the first has parsed. */
export type StepsOfSdk = {
  readonly parser: { parseStringPromise: (document: string, options: object) => Promise<unknown> }
  readonly util: { convertNodeToObject: (node: unknown) => unknown }
}

export function stepsOfSdk(): StepsOfSdk {
  return {
    parser: createRequire(require.resolve('braintree'))('xml2js'),
    util: require('braintree/lib/braintree/util').Util,
  }
}

/** The calls whose responses our parser reads. Others in the process, such as those of tests, get all that the SDK reads. */
const ownCalls = new AsyncLocalStorage<true>()

/** Makes calls of the SDK whose responses have only what the connector reads. */
export function withOwnParser<T>(call: () => Promise<T>): Promise<T> {
  return ownCalls.run(true, call)
}

let isFast = false

/**
 * Braintree's SDK. It is loaded at its first use: a service without a connection needs none of its 200 modules. It reads
 * responses character by character, which takes too long for pages of subscriptions: withOwnParser has ours read them.
 */
export function braintreeSdk(): typeof braintree {
  if (!isFast) precedeSteps(stepsOfSdk())
  isFast = true
  return require('braintree')
}

function precedeSteps({ parser, util }: StepsOfSdk): void {
  const parse = parser.parseStringPromise
  const convert = util.convertNodeToObject
  parser.parseStringPromise = async (document, options) =>
    (ownCalls.getStore() === true ? readXml(document) : null) ?? parse(document, options)
  util.convertNodeToObject = (node) => (node instanceof ReadXml ? node.value : convert.call(util, node))
}
