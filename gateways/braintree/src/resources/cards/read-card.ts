import { MAX_TEXT, textParam } from '../../addresses/text-field.ts'
import type { Card, CardNumber, CvvResponse, Nonce } from '../../model/card.ts'
import type { Customer } from '../../model/customer.ts'
import type { Merchant } from '../../model/merchant.ts'
import { booleanOf, type Params, partOf, textOf } from '../../model/params.ts'
import type { Problems } from '../../protocol/problems.ts'
import { readCvv } from '../../records/bank-checks.ts'
import { cardNumberOf, isWellFormed } from '../../records/cards/card-number.ts'
import { isTestNumber } from '../../records/cards/test-numbers.ts'
import { cardProblems } from './card-problems.ts'
import { type Billing, readBilling } from './read-billing.ts'
import { readCardToken } from './read-card-token.ts'
import { hasExpiration, readExpiration } from './read-expiration.ts'
import { readWantedVerification, type WantedVerification } from './read-wanted-verification.ts'

/** A card from a request, ready for the vault. */
export type CardDraft = Pick<Card, 'number' | 'expirationMonth' | 'expirationYear' | 'cardholderName'> & {
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

/** The customer whose card it is, and which card; null for what is not there yet. */
export type CardOwner = {
  readonly customer: Customer | null
  readonly card: Card | null
  readonly nonce: Nonce | null
}

/** Reads a card from a request; null if it is invalid, with the reasons in the problems. */
export function readCard(
  merchant: Merchant,
  params: Params,
  path: readonly string[],
  problems: Problems,
  owner: CardOwner,
): CardDraft | null {
  const { customer, card, nonce } = owner
  const before = nonce ?? card
  const options = partOf(params, 'options')
  const verification = readWantedVerification(merchant, options, [...path, 'options'], problems)
  const token = readCardToken(merchant, withToken(params, owner), path, problems, card)
  const cardholderName = textParam(params, 'cardholder_name')
  if ((cardholderName ?? '').length > MAX_TEXT) problems.add(path, cardProblems.cardholderTooLong)
  const expiration =
    before !== null && !hasExpiration(params) ? before : readExpiration(params, path, problems)
  const number = readNumber(params, path, problems, before?.number ?? null)
  if (number !== null) {
    checkCvv(params, path, problems, number)
    if (verification !== null && !isTestNumber(number.whole)) problems.add(path, cardProblems.numberNoTest)
    checkDuplicates(merchant, options, path, problems, number, owner)
  }
  const billing = readBilling(params, path, problems, customer, card?.billingAddressId ?? null)
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

function readNumber(
  params: Params,
  path: readonly string[],
  problems: Problems,
  before: CardNumber | null,
): CardNumber | null {
  const given = textOf(params, 'number')
  const whole = (typeof given === 'string' ? given : before?.whole)?.replace(/(?<=\d)[ -](?=\d)/g, '')
  if (whole === undefined) {
    problems.add(path, cardProblems.numberRequired)
    problems.add(path, cardProblems.sourceRequired)
    return null
  }
  if (whole.length < 12 || whole.length > 19) {
    problems.add(path, cardProblems.numberLength)
    return null
  }
  if (!isWellFormed(whole)) {
    problems.add(path, cardProblems.numberInvalid)
    return null
  }
  return cardNumberOf(whole)
}

function checkCvv(
  params: Params,
  path: readonly string[],
  problems: Problems,
  { cardType }: CardNumber,
): void {
  const cvv = textOf(params, 'cvv')
  if (typeof cvv !== 'string') return
  const digits = cardType === 'American Express' ? 4 : 3
  if (!/^\d+$/.test(cvv) || cvv.length !== digits) problems.add(path, cardProblems.cvvInvalid)
}

/** Cards are the same whose numbers are; a card is no duplicate of itself. */
function checkDuplicates(
  merchant: Merchant,
  options: Params,
  path: readonly string[],
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
  if (anywhere && others.length > 0) problems.add(path, cardProblems.duplicate)
  if (ofCustomer && others.some((each) => each.customerId === customer?.id)) {
    problems.add(path, cardProblems.duplicateForCustomer)
  }
}
