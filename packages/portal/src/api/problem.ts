import { ApiError } from '@goodword/client'
import { isSessionEnded } from './with-sign-in.ts'

/** A problem in sentences for people. */
export type Problem = {
  readonly title: string
  /** The fault and its fix. */
  readonly text: string
  /** The field of the request that is wrong, such as `referral.code`; null for none. */
  readonly param: string | null
  /** The ID by which the request is found in the log of the service. */
  readonly requestId: string | null
  /** Whether the same call may succeed later. */
  readonly canRetry: boolean
}

const titles: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'You are signed out',
  SIGN_IN_FAILED: 'Check what you entered',
  NO_ANSWER: 'The service did not answer',
  FOREIGN_ANSWER: 'The answer did not come from this service',
  INSUFFICIENT_SCOPE: 'Your role does not allow this',
  STAFF_ROLE_REQUIRED: 'Your role does not allow this',
  FORBIDDEN_ORIGIN: 'This page was opened at another address',
  STALE_VERSION: 'Someone else saved a change first',
  PROCESSOR_UNAVAILABLE: 'The payment processor did not answer',
  TOO_MANY_REQUESTS: 'Too many requests',
  SERVICE_UNAVAILABLE: 'The service is busy',
  INTERNAL_ERROR: 'Something went wrong in the service',
  VALIDATION_FAILED: 'Check what you entered',
  REAUTHENTICATION_REQUIRED: 'Sign in again for this',
}

const texts: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'Your session has ended. Try again to sign in; what you entered is kept.',
  NO_ANSWER: 'Check your connection to the internet, then try again. Nothing is lost.',
  FOREIGN_ANSWER: 'A proxy between you and the service may be in the way. Try again in a moment.',
  INSUFFICIENT_SCOPE: 'Ask an owner or admin of your team to do it, or to give you another role.',
  STAFF_ROLE_REQUIRED: 'Ask an owner of your team to do it, or to give you another role.',
  FORBIDDEN_ORIGIN: 'Open the portal at the public address of the service, and try again there.',
  STALE_VERSION: 'Reload the page to see it, then make your change again.',
  PROCESSOR_UNAVAILABLE:
    'Nothing was changed. If it is a local gateway, check that it runs at the address you entered. Then try again.',
  SERVICE_UNAVAILABLE: 'Try again in a few seconds. Trying again is safe.',
  INTERNAL_ERROR: 'Try again later. If it happens again, send the request ID to your operator.',
  REAUTHENTICATION_REQUIRED: 'This needs a sign-in of the last 15 minutes.',
}

/** Errors that the person can correct, so that no operator looks the request up. */
const ofThePerson: ReadonlySet<string> = new Set(['SIGN_IN_FAILED', 'VALIDATION_FAILED', 'LINK_NOT_VALID'])

/** Explains a failed call to the person who made it. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) {
    return {
      title: 'Something went wrong on this page',
      text: 'Reload the page. If it happens again, tell your operator what you did.',
      param: null,
      requestId: null,
      canRetry: true,
    }
  }
  const { code, message, param, requestId, status, retryAfterSeconds } = error
  return {
    title: titles[code] ?? (status === 404 ? 'This does not exist' : 'This could not be done'),
    text:
      code === 'TOO_MANY_REQUESTS'
        ? waitFor(retryAfterSeconds)
        : (texts[code] ?? withoutName(message, param)),
    param,
    requestId: ofThePerson.has(code) ? null : requestId,
    canRetry: status === null || status === 429 || status >= 500 || isSessionEnded(error),
  }
}

/** The field is named by its label where the message is shown: `"url" must be …` as `This must be …`. */
function withoutName(message: string, param: string | null): string {
  const name = `"${param}" `
  return message.startsWith(name) ? `This ${message.slice(name.length)}` : message
}

function waitFor(seconds: number | null): string {
  return `Wait ${seconds === null ? 'a moment' : `${seconds} seconds`}, then try again.`
}
