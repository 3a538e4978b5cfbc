import type { Cents } from '../../model/money.ts'
import { type Params, partOf, textOf } from '../../model/params.ts'
import type { Descriptor, Subscription } from '../../model/subscription.ts'
import type { Problems } from '../../protocol/problems.ts'
import { readAmount, readCycles } from './read-numbers.ts'
import { descriptorProblems, problems } from './subscription-problems.ts'

/** The price of a request; undefined when it is absent or invalid. */
export function readPrice(params: Params, found: Problems): Cents | undefined {
  const { priceBlank: blank, priceFormat: format, priceLarge: large } = problems
  return readAmount(params, 'price', { blank, format, large }, found)
}

/** The requested ID of a subscription. */
export function readId(
  params: Params,
  isTaken: (id: string) => boolean,
  found: Problems,
): string | undefined {
  const id = textOf(params, 'id')
  if (id === undefined) return undefined
  if (id === null || !/^[A-Za-z0-9_-]+$/.test(id)) found.add(problems.idFormat)
  else if (isTaken(id)) found.add(problems.idInUse)
  return id ?? undefined
}

/** The number of cycles of a subscription, null for no end; as before when it is absent. */
export function readSubscriptionCycles(
  params: Params,
  {
    numberOfBillingCycles,
    currentBillingCycle,
  }: Pick<Subscription, 'numberOfBillingCycles' | 'currentBillingCycle'>,
  found: Problems,
): number | null {
  const cycleProblems = {
    numeric: problems.cyclesNumeric,
    positive: problems.cyclesPositive,
    inconsistent: problems.cyclesInconsistent,
    blank: problems.cyclesBlank,
    least: { cycles: currentBillingCycle, tooSmall: problems.cyclesTooSmall },
  }
  return readCycles(params, numberOfBillingCycles, cycleProblems, found)
}

/** The text on customers' statements; absent parts are as before. */
export function readDescriptor(
  params: Params,
  before: Descriptor | null,
  found: Problems,
): Descriptor | null {
  const given = partOf(params, 'descriptor')
  const read = (key: 'name' | 'phone' | 'url') => {
    const text = textOf(given, key)
    if (text === undefined) return before?.[key] ?? null
    if (text !== null && !isDescriptor[key](text)) found.at('descriptor').add(descriptorProblems[key])
    return text
  }
  const descriptor = { name: read('name'), phone: read('phone'), url: read('url') }
  return descriptor.name === null && descriptor.phone === null && descriptor.url === null ? null : descriptor
}

const isDescriptor = {
  name: (text: string) => /^(?:.{3}\*.{1,18}|.{7}\*.{1,14}|.{12}\*.{1,9})$/.test(text),
  phone: (text: string) => /^[\d().\- ]{10,14}$/.test(text) && text.replace(/\D/g, '').length === 10,
  url: (text: string) => text.length <= 13,
} as const
