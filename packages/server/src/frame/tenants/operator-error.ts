import { Refusal } from '@goodword/contract/frame/refusal'

/** An expected error of an operator's command; the message names the fault and the fix, in one line. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}

/** The result of an operation of the API, whose refusals are errors of the operator's command. */
export async function asOperatorError<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    throw error instanceof Refusal ? new OperatorError(error.message, { cause: error }) : error
  }
}
