import { ApiError } from '@goodword/client'

/**
 * The text for a model about a call that failed: the code, what is wrong and what to do. Messages of the API hold no secrets;
 * those of other errors are ours, and say nothing to a model.
 */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError))
    return 'INTERNAL_ERROR: The tool failed. Tell the person, and do not try again.'
  const { code, message, param, requestId, retryAfterSeconds } = error
  const advice = adviceFor(code, retryAfterSeconds)
  return [
    `${code}: ${message}`,
    ...(param === null ? [] : [`Field: ${param}.`]),
    ...(advice === null ? [] : [advice]),
    ...(requestId === null ? [] : [`Request ID: ${requestId}.`]),
  ].join(' ')
}

function adviceFor(code: string, retryAfterSeconds: number | null): string | null {
  if (retryAfterSeconds !== null) return `Wait ${retryAfterSeconds} seconds before the next call.`
  if (code === 'INSUFFICIENT_SCOPE') return 'Do not try again: the person lacks the right to do this.'
  if (code === 'UNAUTHORIZED') return 'Ask the person to check the key, or to connect the assistant again.'
  if (code === 'ACCOUNT_NOT_FOUND' || code === 'USER_NOT_FOUND')
    return 'search_people finds IDs by name or e-mail address.'
  if (code === 'REFERRAL_NOT_FOUND') return 'list_referrals finds the IDs of referrals.'
  return null
}
