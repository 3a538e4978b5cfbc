import type { Verification } from '../model/card.ts'
import type { Merchant } from '../model/merchant.ts'
import { partOf, type Shape, textOf } from '../model/params.ts'
import { type Answer, created, declined, invalid, ok } from '../protocol/answer.ts'
import { findVerification } from '../protocol/find.ts'
import { amountProblems, Problems, problem } from '../protocol/problems.ts'
import type { Call, Route } from '../protocol/route.ts'
import { isTestNumber } from '../records/cards/test-numbers.ts'
import { defaultAccountOf } from '../records/merchant-account.ts'
import { verificationXml } from '../records/verification-xml.ts'
import { cardProblems } from '../resources/cards/card-problems.ts'
import { plainCardShape } from '../resources/cards/card-shape.ts'
import { consumeNonce } from '../resources/cards/nonces.ts'
import { readCard } from '../resources/cards/read-card.ts'
import { readNonce } from '../resources/cards/read-nonce.ts'
import { readVerificationAmount } from '../resources/cards/read-wanted-verification.ts'
import { failureOf, verifyCard } from '../resources/cards/verify-card.ts'
import { multiple, text, times } from '../search/criterion.ts'
import { searchRoutes } from '../search/search-routes.ts'

const newVerification: Shape = {
  verification: {
    credit_card: plainCardShape,
    intended_transaction_source: 'value',
    options: { amount: 'value', merchant_account_id: 'value' },
    payment_method_nonce: 'value',
    risk_data: 'anything',
  },
}

export const verificationRoutes: readonly Route[] = [
  { method: 'POST', path: '/verifications', body: newVerification, handle: create },
  { method: 'GET', path: '/verifications/:id', handle: find },
  ...searchRoutes<Verification>({
    path: '/verifications',
    root: 'credit-card-verifications',
    tag: 'verification',
    all: (merchant) => merchant.verifications.values(),
    criteria,
    xml: verificationXml,
  }),
]

function find({ merchant, path }: Call): Answer {
  return ok('verification', verificationXml(merchant, findVerification(merchant, path.id)))
}

/** Verifies a card that is not stored in the vault. */
function create(call: Call): Answer {
  const { merchant, now, body } = call
  const problems = new Problems(['verification'])
  const [ofCard, ofOptions] = [problems.at('credit_card'), problems.at('options')]
  const params = partOf(body, 'verification')
  const options = partOf(params, 'options')
  const amount = readVerificationAmount(textOf(options, 'amount'), ofOptions, ofAmount)
  const account = textOf(options, 'merchant_account_id') ?? defaultAccountOf(merchant).id
  const isKnown = merchant.merchantAccounts.some((each) => each.id === account)
  if (!isKnown) ofOptions.add(accountInvalid)
  const nonce = readNonce(call, params, ofCard, {
    problems,
    unknown: cardProblems.nonceUnknown,
    consumed: cardProblems.nonceConsumed,
  })
  if (!problems.isEmpty) return invalid(problems, body)
  const card = partOf(params, 'credit_card')
  const draft = readCard(merchant, card, ofCard, { customer: null, card: null, nonce })
  if (draft === null) return invalid(problems, body)
  if (!isTestNumber(draft.number.whole)) {
    ofCard.add(cardProblems.numberNoTest)
    return invalid(problems, body)
  }
  const { billing } = draft
  const billingAddress = billing.kind === 'unsaid' ? null : billing.fields
  const wanted = { amount, merchantAccountId: account }
  const verification = verifyCard(merchant, now, { ...draft, billingAddress }, wanted)
  if (nonce !== null) consumeNonce(nonce)
  const xml = verificationXml(merchant, verification)
  if (verification.status === 'verified') return created('verification', xml)
  return declined(failureOf(verification), body, { verification: xml })
}

const amountCodes = { format: '94202', negative: '94201', tooLarge: '94207' }
const ofAmount = amountProblems('amount', 'Amount', amountCodes)

const accountInvalid = problem('94204', 'merchant_account_id', 'Merchant account ID is invalid.')

function criteria(merchant: Merchant) {
  const expirationOf = (it: Verification) => `${it.expirationMonth}/${it.expirationYear}`
  const emailOf = ({ customerId }: Verification) =>
    merchant.customers.get(customerId ?? '')?.fields.email ?? null
  return {
    id: text<Verification>((it) => it.id),
    verification_type: multiple<Verification>(() => 'credit_card'),
    status: multiple<Verification>((it) => it.status),
    created_at: times<Verification>((it) => it.createdAt),
    credit_card_cardholder_name: text<Verification>((it) => it.cardholderName),
    credit_card_card_type: multiple<Verification>((it) => it.number.cardType),
    credit_card_expiration_date: text<Verification>(expirationOf),
    credit_card_number: text<Verification>((it) => it.number.whole),
    billing_address_details_postal_code: text<Verification>((it) => it.billingAddress?.postalCode ?? null),
    customer_email: text<Verification>(emailOf),
    customer_id: text<Verification>((it) => it.customerId),
    payment_method_token: text<Verification>((it) => it.token),
  }
}
