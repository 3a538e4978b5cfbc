import type braintree from 'braintree'
import { ProcessorError, type Rejection } from '../../processor-error.ts'

type Errors = Pick<braintree.ValidationErrorsCollection, 'deepErrors'>

/** The discount is there already, or is not there any more: it was added or removed since it was read. */
const conflicts = ['91911', '92011', '92016', '92025']

const rejections: readonly {
  readonly codes: readonly string[]
  readonly rejection: Rejection
  readonly message: (discountId: string) => string
}[] = [
  {
    codes: ['91920', '92022'],
    rejection: 'PAST_DUE',
    message: () =>
      'The subscription is past due, and Braintree changes no discount until its bill is paid. The discount is set after that.',
  },
  {
    codes: ['81901', '81905', '81910'],
    rejection: 'ENDED',
    message: () => 'The subscription is cancelled or expired.',
  },
  {
    codes: ['92013', '92014'],
    rejection: 'DISCOUNT_MISSING',
    message: (discountId) =>
      `Braintree has no discount "${discountId}". Create it in the Control Panel under Subscriptions, Discounts.`,
  },
]

export function isConflict(errors: Errors): boolean {
  const codes = codesOf(errors)
  return codes.length > 0 && codes.every((code) => conflicts.includes(code))
}

export function rejectionOf(errors: Errors, discountId: string): ProcessorError {
  const codes = codesOf(errors)
  const known = rejections.find((each) => each.codes.some((code) => codes.includes(code)))
  const all = { processorCodes: codes }
  if (known === undefined) {
    const message = `Braintree rejected the request with the validation errors ${codes.join(', ')}.`
    return new ProcessorError('REJECTED', { ...all, message })
  }
  const { rejection, message } = known
  return new ProcessorError('REJECTED', { ...all, rejection, message: message(discountId) })
}

export function codesOf(errors: Errors): readonly string[] {
  return errors.deepErrors().map(({ code }) => code)
}
