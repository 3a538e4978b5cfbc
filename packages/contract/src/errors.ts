import { Type } from 'typebox'
import type { ShapeOf } from './shape.ts'
import { nullable } from './values.ts'

/** What a code stands for: its status, and for whoever meets it, when it happens and what to do. */
export type ErrorEntry = {
  readonly status: number
  readonly title: string
  readonly when: string
  readonly remedy: string
}

/** Every `apiErrorCode` there is. Codes are never renamed; new ones may come. */
export const errors = {
  VALIDATION_FAILED: {
    status: 400,
    title: 'A value is missing or not allowed',
    when: 'A field of the path, the query or the body is missing, of another type, or out of its bounds.',
    remedy: 'Correct the field that `param` names and send the request again. Nothing was stored.',
  },
  MALFORMED_JSON: {
    status: 400,
    title: 'The body is not JSON',
    when: 'The body is no well-formed JSON text in UTF-8, says a name twice in one object, or nests deeper than 64 levels.',
    remedy: 'Write the body with a JSON library and send it as UTF-8.',
  },
  MALFORMED_REQUEST: {
    status: 400,
    title: 'The request is not well-formed HTTP',
    when: 'The request line, a header, the path’s percent-encoding or the announced length cannot be understood, or can be understood in two ways.',
    remedy: 'Send the request with an ordinary HTTP client; percent-encode ids in paths as UTF-8.',
  },
  SELF_REFERRAL: {
    status: 400,
    title: 'The code belongs to the same account',
    when: 'A referral code of a user of the account itself was given for it.',
    remedy: 'Tell the customer that their own code does not count, and send the request without it.',
  },
  INSUFFICIENT_CREDIT: {
    status: 400,
    title: 'There is not enough credit',
    when: 'The account has less credit of the unit than was to be redeemed. Nothing was redeemed.',
    remedy: 'Read what is available with the reward operation of the account, and redeem at most that.',
  },
  REWARD_NOT_CANCELLABLE: {
    status: 400,
    title: 'The reward is used up or expired',
    when: 'The reward is fully redeemed or has expired, so that there is nothing left to take back.',
    remedy: 'Read the reward: only what is `PENDING` or `AVAILABLE` can be cancelled.',
  },
  CLOCK_GOES_BACK: {
    status: 400,
    title: 'A clock never goes back',
    when: 'The clock of a test program was to be set to a time more than a second before the one it shows.',
    remedy: 'Read the clock and move it to a later time; for an earlier one, use a fresh test program.',
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    status: 400,
    title: 'The Idempotency-Key header is missing',
    when: 'The operation would act a second time if the request arrived twice, and the request has no `Idempotency-Key`.',
    remedy:
      'Send a key of your own that names what you are doing, such as your id of the payment, and the same one with every repeat.',
  },
  UNAUTHORIZED: {
    status: 401,
    title: 'The API key is missing or wrong',
    when: 'The key is missing, malformed, revoked or expired, or belongs to another tenant or mode than the path.',
    remedy:
      'Send the key by HTTP Basic authentication, as the user name with an empty password, and check that path and key are of the same program and mode.',
  },
  SIGNATURE_REQUIRED: {
    status: 401,
    title: 'The browser call must be signed',
    when: 'The program requires signed identification, and the call has no JSON Web Token.',
    remedy:
      'Sign a token for the user on your server with the signing key, and pass it to the script as `jwt`.',
  },
  SIGNATURE_INVALID: {
    status: 401,
    title: 'The signature does not fit',
    when: 'The token in `jwt` or `Authorization: Bearer` is wrong or expired, has no `iat` or `exp`, or the body contradicts it.',
    remedy:
      'Sign a new token with a signing key of the same program and mode, and send no field that differs from it.',
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    title: 'The key may not do this',
    when: 'The API key is right, and lacks the scope that the operation needs.',
    remedy: 'Use a key that has the scope which the message names.',
  },
  NOT_FOUND: {
    status: 404,
    title: 'There is nothing at this address',
    when: 'The path is none of this service.',
    remedy: 'Compare the path with the reference.',
  },
  TENANT_NOT_FOUND: {
    status: 404,
    title: 'The program is not known',
    when: 'A browser call names a tenant alias that does not exist or is disabled.',
    remedy: 'Check the tenant alias in the snippet; aliases of test programs begin with `test_`.',
  },
  ACCOUNT_NOT_FOUND: {
    status: 404,
    title: 'The account is not known',
    when: 'No account has this id in the program and mode of the key.',
    remedy: 'Make the account known with accountsync first, and compare the id character by character.',
  },
  USER_NOT_FOUND: {
    status: 404,
    title: 'The user is not known',
    when: 'No user of the account has this id.',
    remedy: 'Identify the user first; a user is the pair of account id and user id.',
  },
  REFERRAL_NOT_FOUND: {
    status: 404,
    title: 'The referral is not known',
    when: 'No referral has this id in the program and mode of the key.',
    remedy: 'Take the id from a referral of the same program and mode.',
  },
  REWARD_NOT_FOUND: {
    status: 404,
    title: 'The reward is not known',
    when: 'No reward has this id in the program and mode of the key.',
    remedy: 'Take the id from a reward of the same program and mode.',
  },
  REFERRAL_CODE_NOT_FOUND: {
    status: 404,
    title: 'The referral code does not work',
    when: 'The code is unknown, disabled or expired, belongs to another program or mode, or the program is off.',
    remedy: 'Ask the customer for the code again, or send the request without it.',
  },
  NOT_A_TEST_TENANT: {
    status: 404,
    title: 'Only test programs have a clock to move',
    when: 'The path names a live program, which goes by the time of day.',
    remedy: 'Call it with the alias and the key of the test program; its alias begins with `test_`.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: 'The address knows other methods',
    when: 'The path exists, and does not answer this method.',
    remedy: 'Use a method that the `Allow` header lists.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    title: 'The request took too long to arrive',
    when: 'Headers or body were not received in time.',
    remedy: 'Send the request again over a new connection.',
  },
  PROVIDER_ID_TAKEN: {
    status: 409,
    title: 'The processor customer is bound already',
    when: 'The `paymentProviderId` belongs to another account, or the account has another one; it is set once.',
    remedy: 'Check which account the customer at the payment processor belongs to.',
  },
  PROCESSOR_NOT_CONNECTED: {
    status: 409,
    title: 'No payment processor is connected',
    when: 'The operation needs a connection to a payment processor, and the program has none in this mode.',
    remedy: 'Connect the payment processor in the portal, separately for test and live.',
  },
  TOO_MANY_USERS: {
    status: 409,
    title: 'The account has too many users for an unsigned call',
    when: 'An unsigned browser call names a new user of an account that has 100 users or more.',
    remedy: 'Sign the call with the signing key, or send the user from your server with `POST user`.',
  },
  CODE_TAKEN: {
    status: 409,
    title: 'Another user has this code',
    when: 'The wanted referral code belongs, or belonged once, to another user of the program.',
    remedy: 'Ask for another code, or leave it out to have one made.',
  },
  STALE_VERSION: {
    status: 409,
    title: 'Somebody else changed it meanwhile',
    when: 'The `version` sent is not the present one: a change was stored since it was read.',
    remedy: 'Read it again, apply your change to what you read, and send that with its `version`.',
  },
  IDEMPOTENCY_KEY_IN_FLIGHT: {
    status: 409,
    title: 'The first request with this key is still at work',
    when: 'Another request with the same `Idempotency-Key` has not been answered yet.',
    remedy: 'Repeat the same request a moment later: it is then answered like the first.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    title: 'The body is too large',
    when: 'The body has more than 256 KiB.',
    remedy: 'Send less at once.',
  },
  URI_TOO_LONG: {
    status: 414,
    title: 'The address is too long',
    when: 'A part of the path is longer than any id can be, or the query is longer than 12,288 characters.',
    remedy: 'Ids have at most 256 characters; check what was put into the path and the query.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: 'The body is not announced as JSON',
    when: 'A request with a body has another `Content-Type` than `application/json`, another charset than UTF-8, or is compressed.',
    remedy: 'Send the header `Content-Type: application/json`, and no `Content-Encoding`.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: 'The key was used for another request',
    when: 'The `Idempotency-Key` was used within 30 days for another method, path or body.',
    remedy: 'Make a new key for every new request, and keep it only for repeats of the same one.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    title: 'Too many requests',
    when: 'More requests came than the `RateLimit-Policy` header allows: `q` within `w` seconds. `RateLimit` tells with every answer how many are left.',
    remedy: 'Wait as many seconds as `Retry-After` tells, then go on more slowly.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    title: 'The headers are too large',
    when: 'Request line and headers have more than 16 KiB together.',
    remedy: 'Send fewer or shorter headers, and look for cookies that do not belong here.',
  },
  INTERNAL_ERROR: {
    status: 500,
    title: 'A defect of the service',
    when: 'Something went wrong that is not the caller’s fault.',
    remedy: 'Repeat the request later: repeats are harmless. If it stays, report the `requestId`.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    title: 'The service is not available for the moment',
    when: 'The database cannot be reached, another transaction holds a row for too long (lock timeout), the service has more to do than it manages, the answer took longer than 15 seconds, or it is shutting down.',
    remedy: 'Repeat the same request after as many seconds as `Retry-After` tells: repeats are harmless.',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errors

/** The body of every answer that is no success, whatever its status. */
export const ApiError = Type.Object(
  {
    statusCode: Type.Integer({ description: 'The HTTP status, repeated.' }),
    apiErrorCode: Type.String({ description: 'What went wrong, from a closed list of codes.' }),
    message: Type.String({ description: 'What is wrong and what to do about it, for a developer.' }),
    param: nullable(
      Type.String({
        description: 'The field that is to blame, such as `referral.code`; null if no single one is.',
      }),
    ),
    requestId: Type.String({ description: 'Names this request; also in the `X-Request-Id` header.' }),
    docUrl: Type.String({ description: 'Page that explains the code.' }),
  },
  { title: 'Error', description: 'Every answer that is no success has this shape.' },
)
export type ApiError = ShapeOf<typeof ApiError>

/** Where a code is explained. */
export const documentationOf = (code: ErrorCode, baseUrl: string): string => `${baseUrl}/docs/errors#${code}`
