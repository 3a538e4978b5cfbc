export type ErrorType = 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'

type Details = {
  readonly code?: string
  readonly param?: string
  /** Why a bank declined a card. */
  readonly declineCode?: string
  /** The objects of the error in their state at that time, by kind. */
  readonly objects?: Readonly<Record<string, object>>
}

/** An error that a client of the API sees. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly type: ErrorType
  readonly details: Details

  constructor(status: number, type: ErrorType, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.type = type
    this.details = details
  }

  /** The body of the answer. */
  get body() {
    const { code, param, declineCode, objects } = this.details
    return {
      error: {
        type: this.type,
        message: this.message,
        ...(code !== undefined && {
          code,
          doc_url: `https://stripe.com/docs/error-codes/${code.replace(/_/g, '-')}`,
        }),
        ...(declineCode !== undefined && { decline_code: declineCode }),
        ...(param !== undefined && { param }),
        ...objects,
      },
    }
  }
}

export function invalid(message: string, param?: string, code?: string): ApiError {
  return new ApiError(400, 'invalid_request_error', message, detailsOf(param, code))
}

/** An id that leads to nothing: 404 in a path, 400 in a parameter. */
export function missing(what: string, id: string, param?: string): ApiError {
  const status = param === undefined || param === 'id' ? 404 : 400
  const details = detailsOf(param ?? 'id', 'resource_missing')
  return new ApiError(status, 'invalid_request_error', `No such ${what}: '${id}'`, details)
}

export function declined(declineCode: string, objects: Readonly<Record<string, object>> = {}): ApiError {
  const details = { code: 'card_declined', declineCode, objects }
  return new ApiError(402, 'card_error', 'Your card was declined.', details)
}

function detailsOf(param: string | undefined, code: string | undefined): Details {
  return { ...(param !== undefined && { param }), ...(code !== undefined && { code }) }
}
