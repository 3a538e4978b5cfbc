import type { ApiError, ErrorCode } from '@goodword/contract/frame/errors'

/** An error as clients of the former service read it; what it never had is what ours has beside. */
export type LegacyError = {
  readonly statusCode: number
  readonly apiErrorCode: string
  readonly message: string
  readonly rsCode?: string
  readonly requestId: string
  readonly docUrl: string
}

/** Codes that clients of the former service know by another name. The missing letter is in the name that they compare with. */
const formerCodes: ReadonlyMap<string, string> = new Map<ErrorCode, string>([
  ['INSUFFICIENT_CREDIT', 'INVALD_REWARD_REDEMPTION'],
  ['MALFORMED_JSON', 'BAD_REQUEST'],
  ['MALFORMED_REQUEST', 'BAD_REQUEST'],
])

const rsCodes: ReadonlyMap<string, string> = new Map<ErrorCode, string>([
  ['PROVIDER_ID_TAKEN', 'RS029'],
  ['SIGNATURE_INVALID', 'RS032'],
  ['TOO_MANY_REQUESTS', 'RS033'],
  ['REFERRAL_CODE_NOT_FOUND', 'RS034'],
  ['TENANT_NOT_FOUND', 'RS038'],
  ['ACCOUNT_NOT_FOUND', 'RS041'],
  ['USER_NOT_FOUND', 'RS042'],
  ['SIGNATURE_REQUIRED', 'RS045'],
  ['UNAUTHORIZED', 'RS045'],
  ['UNSUPPORTED_MEDIA_TYPE', 'RS046'],
  ['USER_ERASED', 'RS050'],
])

/** Codes of values that are not valid, by the field. */
const rsCodesOfFields: ReadonlyMap<string, string> = new Map([
  ['checksum', 'RS006'],
  ['email', 'RS023'],
  ['firstName', 'RS024'],
  ['widgetType', 'RS036'],
  ['engagementMedium', 'RS037'],
  ['locale', 'RS039'],
  ['userId', 'RS043'],
  ['accountId', 'RS044'],
  ['cookies', 'RS052'],
])

/** An error of ours in the shape of the former service. */
export function legacyError({
  statusCode,
  apiErrorCode,
  message,
  param,
  requestId,
  docUrl,
}: ApiError): LegacyError {
  const isOfField = apiErrorCode === 'VALIDATION_FAILED' && param !== null
  const rsCode = isOfField ? rsCodesOfFields.get(param) : rsCodes.get(apiErrorCode)
  const former = isOfField && param === 'amount' ? 'INVALD_REWARD_REDEMPTION' : formerCodes.get(apiErrorCode)
  return {
    statusCode,
    apiErrorCode: former ?? apiErrorCode,
    message,
    ...(rsCode === undefined ? {} : { rsCode }),
    requestId,
    docUrl,
  }
}
