import type { Descriptor, Modification } from '../model/subscription.ts'
import { money, type XmlValue } from '../protocol/xml.ts'

/** The text on statements; each part is there, though it be nil. */
export function descriptorXml(descriptor: Descriptor | null): XmlValue {
  const { name, phone, url } = descriptor ?? { name: null, phone: null, url: null }
  return { name, phone, url }
}

/** An add-on or a discount on a subscription, or as a transaction has it from there. */
export function modificationXml(it: Modification): XmlValue {
  return {
    id: it.id,
    kind: it.kind,
    name: it.name,
    description: it.description,
    amount: money(it.amount),
    quantity: it.quantity,
    'never-expires': it.numberOfBillingCycles === null,
    'number-of-billing-cycles': it.numberOfBillingCycles,
    'current-billing-cycle': it.currentBillingCycle,
  }
}
