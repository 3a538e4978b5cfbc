/** An expected error of an operator's command; the message says what is wrong and how to fix it, in one line. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
