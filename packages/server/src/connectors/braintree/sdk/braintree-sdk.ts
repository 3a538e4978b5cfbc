import { createRequire } from 'node:module'
import type braintree from 'braintree'
import { parseXml } from './parse-xml.ts'

const require = createRequire(import.meta.url)

type Xml2js = { parseStringPromise: (document: string, options: object) => Promise<unknown> }

/** The parser that the SDK uses. */
export function parserOfSdk(): Xml2js {
  return createRequire(require.resolve('braintree'))('xml2js')
}

type Names = { toCamelCase: (name: string) => string }

let isFast = false

/**
 * Braintree's SDK. It is loaded at its first use: a service without a connection needs none of its 200 modules. It reads
 * responses character by character and makes each name of a field anew, which takes too long for pages of subscriptions: ours
 * is what it calls instead.
 */
export function braintreeSdk(): typeof braintree {
  if (!isFast) {
    precedeParser(parserOfSdk())
    keepNames(require('braintree/lib/braintree/util').Util)
  }
  isFast = true
  return require('braintree')
}

function precedeParser(xml2js: Xml2js): void {
  const complete = xml2js.parseStringPromise
  xml2js.parseStringPromise = async (document, options) => parseXml(document) ?? complete(document, options)
}

/** Some names are the merchant's, as those of custom fields. */
const MOST_NAMES = 5000

function keepNames(names: Names): void {
  const make = names.toCamelCase
  const known = new Map<string, string>()
  names.toCamelCase = (name) => {
    const found = known.get(name)
    if (found !== undefined) return found
    const made = make(name)
    if (known.size < MOST_NAMES) known.set(name, made)
    return made
  }
}
