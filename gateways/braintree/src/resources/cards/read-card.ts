import { addressProblems, isBlankAddress, readAddress } from '../../addresses/address-fields.ts'
import { MAX_ADDRESSES } from '../../addresses/keep-address.ts'
import { MAX_TEXT, textParam } from '../../addresses/text-field.ts'
import type { Card, CardFace, CardNumber, CvvResponse, Nonce } from '../../model/card.ts'
import type { AddressFields, Customer } from '../../model/customer.ts'
import type { Merchant } from '../../model/merchant.ts'
import { booleanOf, type Params, partOf, textOf } from '../../model/params.ts'
import type { Problems } from '../../protocol/problems.ts'
import { readCvv } from '../../records/bank-checks.ts'
import { cardNumberOf, isWellFormed } from '../../records/cards/card-number.ts'
import { isTestNumber } from '../../records/cards/test-numbers.ts'
import { cardProblems } from './card-problems.ts'
import { readWantedVerification, type WantedVerification } from './read-wanted-verification.ts'

/** A card from a request, ready for the vault. */
export type CardDraft = CardFace & {
  /** Null: the gateway draws one, or it stays. */
  readonly token: string | null
  readonly billing: Billing
  readonly cvvResponse: CvvResponse
  readonly makesDefault: boolean
  /** Null if not requested. */
  readonly verification: WantedVerification | null
  /** The nonce of the card, which the vault consumes. */
  readonly nonce: Nonce | null
}

/** The customer whose card it is, and which card; null for one that does not exist yet. */
export type CardOwner = {
  readonly customer: Customer | null
  readonly card: Card | null
  readonly nonce: Nonce | null
}

/** Reads a card from a request; null if it is invalid, with the reasons in the problems. */
export function readCard(
  merchant: Merchant,
  params: Params,
  problems: Problems,
  owner: CardOwner,
): CardDraft | null {
  const { customer, card, nonce } = owner
  const before = nonce ?? card
  const options = partOf(params, 'options')
  const verification = readWantedVerification(merchant, options, problems.at('options'))
  const token = readCardToken(merchant, withToken(params, owner), problems, card)
  const cardholderName = textParam(params, 'cardholder_name')
  if ((cardholderName ?? '').length > MAX_TEXT) problems.add(cardProblems.cardholderTooLong)
  const expiration = before !== null && !hasExpiration(params) ? before : readExpiration(params, problems)
  const number = readNumber(params, problems, before?.number ?? null)
  if (number !== null) {
    checkCvv(params, problems, number)
    if (verification !== null && !isTestNumber(number.whole)) problems.add(cardProblems.numberNoTest)
    checkDuplicates(merchant, options, problems, number, owner)
  }
  const billing = readBilling(params, problems, customer, card?.billingAddressId ?? null)
  if (number === null || expiration === null || !problems.isEmpty) return null
  const { expirationMonth, expirationYear } = expiration
  return {
    number,
    expirationMonth,
    expirationYear,
    cardholderName: cardholderName === undefined ? (before?.cardholderName ?? null) : cardholderName,
    token,
    cvvResponse: readCvv(params, nonce),
    billing: billing.kind === 'unsaid' ? billingBy(nonce) : billing,
    makesDefault: booleanOf(options, 'make_default') === true,
    verification,
    nonce,
  }
}

/** A new card has the token of the browser, unless the merchant's server sets another. */
function withToken(params: Params, { card, nonce }: CardOwner): Params {
  return card !== null || !nonce?.wantedToken ? params : { token: nonce.wantedToken, ...params }
}

/** A card that is in the vault already keeps its address. */
function billingBy(nonce: Nonce | null): Billing {
  const isNew = nonce?.token === null && nonce.billingAddress !== null
  return isNew ? { kind: 'added', fields: nonce.billingAddress } : { kind: 'unsaid' }
}

function readNumber(params: Params, problems: Problems, before: CardNumber | null): CardNumber | null {
  const given = textOf(params, 'number')
  const whole = (typeof given === 'string' ? given : before?.whole)?.replace(/(?<=\d)[ -](?=\d)/g, '')
  if (whole === undefined) {
    problems.add(cardProblems.numberRequired)
    problems.add(cardProblems.sourceRequired)
    return null
  }
  if (whole.length < 12 || whole.length > 19) {
    problems.add(cardProblems.numberLength)
    return null
  }
  if (!isWellFormed(whole)) {
    problems.add(cardProblems.numberInvalid)
    return null
  }
  return cardNumberOf(whole)
}

function checkCvv(params: Params, problems: Problems, { cardType }: CardNumber): void {
  const cvv = textOf(params, 'cvv')
  if (typeof cvv !== 'string') return
  const digits = cardType === 'American Express' ? 4 : 3
  if (!/^\d+$/.test(cvv) || cvv.length !== digits) problems.add(cardProblems.cvvInvalid)
}

/** Cards are the same whose numbers are; a card is no duplicate of itself. */
function checkDuplicates(
  merchant: Merchant,
  options: Params,
  problems: Problems,
  number: CardNumber,
  { customer, card }: CardOwner,
): void {
  const anywhere = booleanOf(options, 'fail_on_duplicate_payment_method') === true
  const ofCustomer = booleanOf(options, 'fail_on_duplicate_payment_method_for_customer') === true
  if (!anywhere && !ofCustomer) return
  const others = Array.from(merchant.cards.values()).filter(
    (each) => each.number.whole === number.whole && each.token !== card?.token,
  )
  if (anywhere && others.length > 0) problems.add(cardProblems.duplicate)
  if (ofCustomer && others.some((each) => each.customerId === customer?.id)) {
    problems.add(cardProblems.duplicateForCustomer)
  }
}

const MAX_TOKEN = 36

/** The token that the merchant wants for a card; null when it is absent. */
function readCardToken(
  merchant: Merchant,
  params: Params,
  problems: Problems,
  card: Card | null,
): string | null {
  const token = textOf(params, 'token')
  if (token === undefined) return null
  if (token === null) {
    if (card !== null) problems.add(cardProblems.tokenRequired)
    return null
  }
  if (!/^[A-Za-z0-9_-]+$/.test(token)) problems.add(cardProblems.tokenInvalid)
  else if (token.length > MAX_TOKEN) problems.add(cardProblems.tokenTooLong)
  else if (token === 'all' || token === 'new') problems.add(cardProblems.tokenNotAllowed)
  else if (token !== card?.token && merchant.cards.has(token)) problems.add(cardProblems.tokenInUse)
  return token
}

/** Where a card is billed: as it was, at an address of the customer's, or at one that is added or changed with the card. */
export type Billing =
  | { readonly kind: 'unsaid' }
  | { readonly kind: 'kept'; readonly id: string; readonly fields: AddressFields }
  | { readonly kind: 'added'; readonly fields: AddressFields }
  | { readonly kind: 'changed'; readonly id: string; readonly fields: AddressFields }

/** @param addressId the address at which the card is billed now */
function readBilling(
  params: Params,
  problems: Problems,
  customer: Customer | null,
  addressId: string | null,
): Billing {
  const id = textOf(params, 'billing_address_id')
  const given = partOf(params, 'billing_address')
  const { options: _, ...addressFields } = given
  const hasFields = Object.keys(addressFields).length > 0
  if (typeof id === 'string' && hasFields) problems.add(cardProblems.billingConflict)
  if (typeof id === 'string') return readKept(id, problems, customer)
  if (!hasFields) return { kind: 'unsaid' }
  const below = problems.at('billing_address')
  const changes = booleanOf(partOf(given, 'options'), 'update_existing') === true
  const before = changes ? customer?.addresses.find((each) => each.id === addressId) : undefined
  const fields = readAddress(addressFields, below, before?.fields)
  if (before !== undefined) return { kind: 'changed', id: before.id, fields }
  // A form may send its fields empty: that is no address.
  if (isBlankAddress(fields)) return { kind: 'unsaid' }
  if ((customer?.addresses.length ?? 0) >= MAX_ADDRESSES) below.add(addressProblems.tooMany)
  return { kind: 'added', fields }
}

function readKept(id: string, problems: Problems, customer: Customer | null): Billing {
  const address = customer?.addresses.find((each) => each.id === id)
  if (address !== undefined) return { kind: 'kept', id, fields: address.fields }
  problems.add(cardProblems.billingIdInvalid)
  return { kind: 'unsaid' }
}

type Expiration = Pick<Card, 'expirationMonth' | 'expirationYear'>

const FIRST_YEAR = 1976
const LAST_YEAR = 2200

/** `05/2030`, `5/30`, or month and year by themselves; null when the request has no valid one. */
export function readExpiration(params: Params, problems: Problems): Expiration | null {
  const date = textOf(params, 'expiration_date')
  const month = textOf(params, 'expiration_month')
  const year = textOf(params, 'expiration_year')
  if (typeof date === 'string' && (typeof month === 'string' || typeof year === 'string')) {
    problems.add(cardProblems.expirationConflict)
    return null
  }
  return typeof date === 'string' ? readDate(date, problems) : readMonthAndYear(month, year, problems)
}

/** Whether a request has an expiration. */
function hasExpiration(params: Params): boolean {
  return ['expiration_date', 'expiration_month', 'expiration_year'].some(
    (key) => textOf(params, key) !== undefined,
  )
}

function readDate(date: string, problems: Problems): Expiration | null {
  const match = /^\s*(\d{1,2})\s*\/?\s*(\d{4}|\d{2})\s*$/.exec(date)
  const month = monthFrom(match?.[1])
  if (match === null || month === null) {
    problems.add(cardProblems.expirationInvalid)
    return null
  }
  const year = yearFrom(match[2])
  if (year === null) problems.add(cardProblems.expirationDateYear)
  return year === null ? null : { expirationMonth: month, expirationYear: year }
}

function readMonthAndYear(
  monthText: string | null | undefined,
  yearText: string | null | undefined,
  problems: Problems,
): Expiration | null {
  if (typeof monthText !== 'string' && typeof yearText !== 'string') {
    problems.add(cardProblems.expirationRequired)
    return null
  }
  const [month, year] = [monthFrom(monthText), yearFrom(yearText)]
  if (month === null) problems.add(cardProblems.expirationMonth)
  if (year === null) problems.add(cardProblems.expirationYear)
  return month === null || year === null ? null : { expirationMonth: month, expirationYear: year }
}

function monthFrom(text: string | null | undefined): string | null {
  const month = /^\d{1,2}$/.test(text ?? '') ? Number(text) : 0
  return month >= 1 && month <= 12 ? `${month}`.padStart(2, '0') : null
}

/** Two digits are of this century. */
function yearFrom(text: string | null | undefined): string | null {
  if (!/^(\d{2}|\d{4})$/.test(text ?? '')) return null
  const year = text?.length === 2 ? 2000 + Number(text) : Number(text)
  return year >= FIRST_YEAR && year <= LAST_YEAR ? `${year}` : null
}
