import type { AnswerOf } from '@goodword/contract/frame/endpoint'
import type { lookUpTrackingCookie } from '@goodword/contract/pages/endpoints'
import { ask, pause } from './ask.ts'
import { attempt, warn } from './attempt.ts'
import { landingCode } from './landing-code.ts'
import { base } from './script-tag.ts'
import { codeInCookie, removeCookie, writeCookie } from './tracking-cookie.ts'

type Terms = AnswerOf<typeof lookUpTrackingCookie>

/** The program's response for the code in the address: null while pending, false when unknown, undefined without a response. */
type Answer = Terms | null | false | undefined

const landed = attempt(landingCode)
const answers = new Map<string, Answer>()
const asked = new Map<string, Promise<unknown>>()
let consent: boolean | undefined

/**
 * Begins to keep the code for a program. Returns what resolves when it is known which code that is. Nothing is stored before the service
 * has confirmed the code and the program's consent mode: while it is unavailable the code is known to the page of the link
 * and the next one alone.
 */
export function follow(alias: string): unknown {
  const MAX_WAIT_MS = 30_000
  if (!asked.has(alias)) asked.set(alias, Promise.race([askFor(alias), pause(MAX_WAIT_MS)]))
  return isOpen(alias) && asked.get(alias)
}

/**
 * Whether the visitor lets us store the code, for this page and every program on it. Everything that is not clearly consent
 * is no consent.
 */
export function answerConsent(...answer: unknown[]): void {
  consent = answer.length === 0 || answer[0] === true || answer[0] === 'granted'
  settle()
}

/** The code for a program: of the share link that led here if the program has it, else of the cookie. */
export function codeFor(alias: string): string | undefined {
  return (answers.get(alias) !== false && landed) || codeInCookie(alias)
}

/** The code for whichever program has one; empty if none has, undefined while it is not known. */
export function codeNow(): string | undefined {
  const aliases = [...answers.keys()]
  if (!aliases[0]) return landed
  return aliases.some(isOpen) ? undefined : (aliases.map(codeFor).find((it) => it) ?? '')
}

/** An unknown code in the address must not replace the one in the cookie. Only where there is one an answer is pending. */
function isOpen(alias: string): unknown {
  const kept = codeInCookie(alias)
  return kept && kept !== landed && answers.get(alias) === null
}

function settle(): void {
  for (const [alias, terms] of answers) {
    if (consent === false || (terms && terms.consentMode === 'cookieless')) removeCookie(alias)
    else if (terms && (consent || terms.consentMode === 'granted')) {
      writeCookie(alias, terms.value, terms.maxAgeSeconds)
    }
  }
}

async function askFor(alias: string): Promise<void> {
  answers.set(alias, landed ? null : undefined)
  settle()
  if (!landed) return
  try {
    // Answers of the service have the shape of the contract.
    answers.set(alias, (await ask(`${base}api/v1/${alias}/open/code/${landed}/cookie`)) as Terms)
    settle()
  } catch (error) {
    warn(error)
    answers.set(alias, Object(error).cause?.statusCode === 404 ? false : undefined)
  }
}
