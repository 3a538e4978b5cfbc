/** An expected no to a command of the operator; the message says what is wrong and what to do, in one line. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
