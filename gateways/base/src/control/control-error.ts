const statuses = {
  INVALID: 400,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  TOO_LARGE: 413,
  INTERNAL: 500,
  BARRIER_FAILED: 502,
} as const

export type ControlCode = keyof typeof statuses

/** An error of the control API and the page. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly code: ControlCode

  constructor(code: ControlCode, message: string) {
    super(message)
    this.code = code
  }

  get status(): number {
    return statuses[this.code]
  }
}

export function notThere(what: string): ControlError {
  return new ControlError('NOT_FOUND', `There is no ${what}.`)
}
