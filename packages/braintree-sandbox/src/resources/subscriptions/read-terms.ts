import { type Cents, parseMoney } from '../../model/money.ts'
import type { Descriptor } from '../../model/subscription.ts'
import { booleanOf, integerOf, type Params, partOf, textOf } from '../../protocol/params.ts'
import type { Problems } from '../../protocol/problems.ts'
import { descriptorProblems, problems } from './subscription-problems.ts'

const AT = ['subscription'] as const

/** Prices and amounts end here. */
export const MOST_CENTS: Cents = 999_999_999_99

/** The price that a request says; undefined when it says none, or none that can be read. */
export function readPrice(params: Params, found: Problems): Cents | undefined {
  const text = textOf(params, 'price')
  if (text === undefined) return undefined
  const price = text === null ? null : parseMoney(text)
  if (text === null) found.add(AT, problems.priceBlank)
  else if (price === null || price < 0) found.add(AT, problems.priceFormat)
  else if (price > MOST_CENTS) found.add(AT, problems.priceLarge)
  return price ?? undefined
}

/** The id that a request says for a subscription. */
export function readId(
  params: Params,
  isTaken: (id: string) => boolean,
  found: Problems,
): string | undefined {
  const id = textOf(params, 'id')
  if (id === undefined) return undefined
  if (id === null || !/^[A-Za-z0-9_-]+$/.test(id)) found.add(AT, problems.idFormat)
  else if (isTaken(id)) found.add(AT, problems.idInUse)
  return id ?? undefined
}

/** For how many cycles a subscription runs, null when for ever; what is not said is as before. */
export function readCycles(
  params: Params,
  before: { readonly numberOfBillingCycles: number | null; readonly currentBillingCycle: number },
  found: Problems,
): number | null {
  const neverExpires = booleanOf(params, 'never_expires')
  const cycles = integerOf(params, 'number_of_billing_cycles')
  if (typeof cycles === 'number') {
    if (Number.isNaN(cycles)) found.add(AT, problems.cyclesNumeric)
    else if (cycles <= 0) found.add(AT, problems.cyclesPositive)
    else if (neverExpires === true) found.add(AT, problems.cyclesInconsistent)
    else if (cycles < before.currentBillingCycle) found.add(AT, problems.cyclesTooSmall)
    return cycles
  }
  if (neverExpires === true) return null
  const isBlank = cycles === null || (neverExpires === false && before.numberOfBillingCycles === null)
  if (isBlank) found.add(AT, problems.cyclesBlank)
  return before.numberOfBillingCycles
}

/** What customers read on their statement; parts that are not said are as before. */
export function readDescriptor(
  params: Params,
  before: Descriptor | null,
  found: Problems,
  path: readonly string[] = AT,
): Descriptor | null {
  const said = partOf(params, 'descriptor')
  const read = (key: 'name' | 'phone' | 'url') => {
    const text = textOf(said, key)
    if (text === undefined) return before?.[key] ?? null
    if (text !== null && !isDescriptor[key](text)) found.add([...path, 'descriptor'], descriptorProblems[key])
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
