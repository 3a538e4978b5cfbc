import { Type } from 'typebox'
import { processorErrors } from '../billing/processor-errors.ts'
import { codeErrors } from '../codes/code-errors.ts'
import { importErrors, transferErrors } from '../files/transfer-errors.ts'
import { referralErrors } from '../referrals/referral-errors.ts'
import { accessErrors, staffErrors } from '../staff/staff-errors.ts'
import { webhookErrors } from '../webhooks/webhook-errors.ts'
import type { ErrorEntry } from './error-entry.ts'
import type { ShapeOf } from './shape.ts'
import { nullable } from './values.ts'

/** Every `apiErrorCode` there is. Codes are never renamed; new ones may come. */
export const errors = {
  VALIDATION_FAILED: {
    status: 400,
    title: 'A field is missing or invalid',
    when: 'A field of the path, the query or the body is missing, has the wrong type, or is out of range.',
    remedy: 'Correct the field named by `param` and send the request again. Nothing was stored.',
  },
  MALFORMED_JSON: {
    status: 400,
    title: 'The body is not JSON',
    when: 'The body is not well-formed JSON in UTF-8, has a duplicate name in an object, more than 1,000 names or 10,000 values, or is nested deeper than 64 levels.',
    remedy: 'Serialize the body with a JSON library and send it as UTF-8.',
  },
  MALFORMED_REQUEST: {
    status: 400,
    title: 'The request is not well-formed HTTP',
    when: 'The request line, a header, the percent-encoding of the path or the content length is invalid or ambiguous.',
    remedy: 'Use a standard HTTP client, and percent-encode IDs in paths as UTF-8.',
  },
  INSUFFICIENT_CREDIT: {
    status: 400,
    title: 'Insufficient credit',
    when: 'The account has less credit of this unit than the requested amount. Nothing was redeemed.',
    remedy:
      'Retrieve the available credit with `GET account/{accountId}/reward`, and redeem at most that amount.',
  },
  REWARD_NOT_CANCELLABLE: {
    status: 400,
    title: 'The reward cannot be cancelled',
    when: 'The reward is fully redeemed or has expired.',
    remedy: 'Retrieve the reward first: only `PENDING` and `AVAILABLE` rewards can be cancelled.',
  },
  ...processorErrors,
  ...referralErrors,
  CLOCK_GOES_BACK: {
    status: 400,
    title: 'The test clock cannot be moved back',
    when: 'The requested time is more than a second before the current time of the test clock.',
    remedy: 'Retrieve the clock and move it to a later time. For an earlier time, use a new test program.',
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    status: 400,
    title: 'The Idempotency-Key header is missing',
    when: 'The operation is not idempotent by itself, and the request has no `Idempotency-Key` header.',
    remedy:
      'Send a key of your choice that identifies the action, such as your ID of the payment, and use the same key for every retry.',
  },
  UNAUTHORIZED: {
    status: 401,
    title: 'The API key is missing or wrong',
    when: 'The key is missing, malformed, revoked or expired, or belongs to another tenant or mode than the path. With a session of staff: it is over, or the program belongs to another merchant.',
    remedy:
      'Send the key by HTTP Basic authentication, as the user name with an empty password, and check that path and key belong to the same program and mode.',
  },
  SIGNATURE_REQUIRED: {
    status: 401,
    title: 'The browser call must be signed',
    when: 'The program requires signed identification, and the call has no JSON Web Token.',
    remedy:
      'Sign a token for the user on your server with the signing key, and pass it to the script as `jwt`.',
  },
  INVITATIONS_OFF: {
    status: 409,
    title: 'The program sends no invitations',
    when: 'The setting `invitations` of the program is `OFF`.',
    remedy: 'Let the user share their link by their own e-mail program, or turn invitations on.',
  },
  SIGNATURE_INVALID: {
    status: 401,
    title: 'The signature is invalid',
    when: 'The token in `jwt` or `Authorization: Bearer` is invalid or expired, has no `iat` or `exp`, or differs from the fields of the body.',
    remedy:
      'Sign a new token with a signing key of the same program and mode, and send no field that differs from it.',
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    title: 'The API key has insufficient scope',
    when: 'The API key is valid but lacks the scope that the operation requires, or would create or roll a key with more scopes than its own. With a session of staff: the role does not allow the operation.',
    remedy: 'Use a key with the scope, or a role, named in the message.',
  },
  KEY_NOT_ALLOWED: {
    status: 403,
    title: 'No API key may do this',
    when: 'The operation concerns what belongs to the merchant, such as staff and their roles, and the request has an API key. No scope allows it.',
    remedy: 'Do it in the portal, signed in as an owner, or with the operator’s command line.',
  },
  NOT_FOUND: {
    status: 404,
    title: 'Not found',
    when: 'No operation or page exists at this path.',
    remedy: 'Check the path against the API reference.',
  },
  TENANT_NOT_FOUND: {
    status: 404,
    title: 'Program not found',
    when: 'A browser call names a tenant alias that does not exist or is disabled.',
    remedy: 'Check the tenant alias in the snippet; aliases of test programs begin with `test_`.',
  },
  HOSTED_PAGE_OFF: {
    status: 404,
    title: 'The program has no hosted page',
    when: 'A link to the hosted page was asked for, and the program has none.',
    remedy: 'Turn the page on: `hostedPage` of `PUT program`.',
  },
  ACCOUNT_NOT_FOUND: {
    status: 404,
    title: 'Account not found',
    when: 'No account has this id in the program and mode of the key.',
    remedy: 'Create the account with accountsync first. IDs are case-sensitive and compared exactly.',
  },
  USER_NOT_FOUND: {
    status: 404,
    title: 'User not found',
    when: 'No user of the account has this id.',
    remedy:
      'Create the user with `POST user` first. A user is identified by account ID and user ID together.',
  },
  REFERRAL_NOT_FOUND: {
    status: 404,
    title: 'Referral not found',
    when: 'No referral has this id in the program and mode of the key.',
    remedy: 'Use the ID of a referral of the same program and mode.',
  },
  FRAUD_SIMULATION_NOT_FOUND: {
    status: 404,
    title: 'Simulation not found',
    when: 'No simulation of fraud rules has this id in the program and mode of the key, or it has expired.',
    remedy: 'Request a new one with `POST fraud-simulations`.',
  },
  MAIL_NOT_FOUND: {
    status: 404,
    title: 'E-mail not found',
    when: 'No e-mail has this ID in the program and mode of the key. E-mails are kept for 30 days.',
    remedy: 'Use an ID from `GET mails`.',
  },
  REWARD_NOT_FOUND: {
    status: 404,
    title: 'Reward not found',
    when: 'No reward has this id in the program and mode of the key.',
    remedy: 'Use the ID of a reward of the same program and mode.',
  },
  REFERRAL_CODE_NOT_FOUND: {
    status: 404,
    title: 'The referral code is not valid',
    when: 'The code is unknown, disabled or expired, belongs to another program or mode, or the program is off.',
    remedy: 'Ask the customer to check the code, or send the request without it.',
  },
  NOT_A_TEST_TENANT: {
    status: 404,
    title: 'Not a test program',
    when: 'The path names a live program. Only test programs have a clock, and data that can be erased.',
    remedy: 'Use the alias and an API key of the test program. Its alias starts with `test_`.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: 'Method not allowed',
    when: 'The path exists but does not support this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    title: 'The request took too long to arrive',
    when: 'Headers or body were not received in time, or the file of an import arrived at less than 16 KiB per second.',
    remedy: 'Send the request again over a new connection.',
  },
  PROVIDER_ID_TAKEN: {
    status: 409,
    title: 'The processor customer is already linked',
    when: 'The `paymentProviderId` belongs to another account, or the account has a different one with a live subscription. A customer gives way to another when the connected payment processor does not have it, or no live subscription of it; the processor is asked for that at once.',
    remedy:
      'Send the ID of the account that the customer belongs to. To replace the customer of an account, cancel its subscription or delete it at the processor first, then send the call again.',
  },
  ACCOUNT_BLOCKED: {
    status: 409,
    title: 'The account is blocked',
    when: 'The account, or the account of the code’s owner, is blocked, so no referral between them can be made by hand or by an import.',
    remedy: 'Unblock the account with `POST account/{accountId}/unblock`, or leave it without a referral.',
  },
  PROGRAM_INACTIVE: {
    status: 409,
    title: 'The program is off',
    when: 'An account is to be attributed by hand while the program is off.',
    remedy: 'Turn the program on with `PUT program`, then repeat the request.',
  },
  USER_ERASED: {
    status: 409,
    title: 'The user was erased',
    when: 'The request would store a user who was erased by `DELETE account/{accountId}/user/{userId}`. Nothing was stored.',
    remedy:
      'Do not send the user again. If the person returned and is to be stored again, send the request with `readmit: true`.',
  },
  ...webhookErrors,
  ...codeErrors,
  STALE_VERSION: {
    status: 409,
    title: 'The version is out of date',
    when: 'The `version` in the request is not the current one: the resource was changed since you retrieved it.',
    remedy: 'Retrieve the resource again, apply your change to it, and send it with the new `version`.',
  },
  IDEMPOTENCY_KEY_IN_FLIGHT: {
    status: 409,
    title: 'A request with this key is in progress',
    when: 'Another request with the same `Idempotency-Key` has not finished yet.',
    remedy: 'Retry the same request after a short delay. It then returns the result of the first request.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    title: 'The body is too large',
    when: 'The body is larger than 256 KiB, or the file of an import is larger than 1 GiB, or a body that signs staff in is larger than 16 KiB.',
    remedy: 'Send a smaller body.',
  },
  URI_TOO_LONG: {
    status: 414,
    title: 'The URL is too long',
    when: 'A segment of the path is longer than the longest possible ID, or the query is longer than 12,288 characters.',
    remedy: 'IDs have at most 256 characters. Check the path and the query.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: 'Unsupported media type',
    when: 'The request has a body, and its `Content-Type` is not `application/json` (for imports `text/csv` or `application/x-ndjson`), its charset is not UTF-8, or it is compressed.',
    remedy: 'Send the header `Content-Type` of the operation, and no `Content-Encoding`.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: 'The idempotency key was used for another request',
    when: 'The `Idempotency-Key` was used in the last 30 days with another method, path or body.',
    remedy: 'Use a new key for each new request, and reuse a key only to retry the same request.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    title: 'Too many requests',
    when: 'The rate limit in the `RateLimit-Policy` header was exceeded: `q` requests in `w` seconds. The `RateLimit` header of every response says how many are left. A page of a list counts as a request for each twenty entries that it asks for. Or two files of the merchant are being received, or an IP address has sent too much without a key.',
    remedy: 'Wait for the number of seconds in `Retry-After`, then send fewer requests per second.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    title: 'The headers are too large',
    when: 'The request line and headers are larger than 16 KiB in total.',
    remedy: 'Send fewer or shorter headers, and check for large cookies.',
  },
  INTERNAL_ERROR: {
    status: 500,
    title: 'Internal error',
    when: 'An unexpected error occurred in the service.',
    remedy: 'Retry the request later; retries are safe. If the error persists, report the `requestId`.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    title: 'Service unavailable',
    when: 'The database is unavailable, another transaction holds a row lock for too long (lock timeout), the service is overloaded, too many files are being downloaded, the request took longer than 15 seconds, or the service is shutting down.',
    remedy: 'Retry the same request after the number of seconds in `Retry-After`; retries are safe.',
  },
  ...staffErrors,
  ...transferErrors,
  ...importErrors,
  ...accessErrors,
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errors

/** The body of every error response. */
export const ApiError = Type.Object(
  {
    statusCode: Type.Integer({ description: 'The HTTP status, repeated.' }),
    apiErrorCode: Type.String({ description: 'Error code, from a closed list.' }),
    message: Type.String({ description: 'What is wrong and how to fix it, for developers.' }),
    param: nullable(
      Type.String({
        description:
          'The invalid field, such as `referral.code`; null if the error does not concern a single field.',
      }),
    ),
    requestId: Type.String({ description: 'ID of this request; also in the `X-Request-Id` header.' }),
    docUrl: Type.String({ description: 'Documentation of the error code.' }),
  },
  { title: 'Error', description: 'The body of every error response.' },
)
export type ApiError = ShapeOf<typeof ApiError>

/** Where a code is explained. */
export const documentationOf = (code: ErrorCode, baseUrl: string): string => `${baseUrl}/docs/errors#${code}`
