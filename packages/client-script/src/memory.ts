import type { AnswerOf } from '@goodword/contract/endpoint'
import type { lookUpTrackingCookie } from '@goodword/contract/endpoints/look-up-tracking-cookie'
import { ask } from './ask.ts'
import { warn } from './attempt.ts'
import type { CodeNow } from './autofill.ts'
import { codeInCookie, removeCookie, writeCookie } from './tracking-cookie.ts'

type Terms = AnswerOf<typeof lookUpTrackingCookie>

/** Which code a visitor came with, and what of it may be kept in the browser. */
export type Memory = {
  /** Begins to keep the code for a program. */
  readonly follow: (alias: string) => void
  /** Whether the visitor lets us, for this page and every program on it. */
  readonly consent: (isGiven: boolean) => void
  /** The code for a program: of the share link that led here, else of the cookie. */
  readonly codeFor: (alias: string) => string | undefined
  /** The code for whichever program has one; not known before there is a program. */
  readonly code: CodeNow
}

/**
 * Nothing is stored before the service has said that the program has this code and how it wants consent: while it is away
 * the code is known to the page of the link and the next one alone.
 */
export function createMemory(base: string, landed: string | undefined): Memory {
  const followed = new Map<string, Terms | null>()
  let consent: boolean | undefined
  const codeFor = (alias: string) => landed ?? codeInCookie(alias)

  function settle(): void {
    for (const [alias, terms] of followed) {
      if (consent === false || terms?.consentMode === 'cookieless') removeCookie(alias)
      else if (terms && (consent || terms.consentMode === 'granted')) {
        writeCookie(alias, terms.value, terms.maxAgeSeconds)
      }
    }
  }

  return {
    async follow(alias) {
      if (followed.has(alias)) return
      followed.set(alias, null)
      settle()
      if (!landed) return
      try {
        // What the service answers has the shape of the contract.
        followed.set(alias, (await ask(`${base}api/v1/${alias}/open/code/${landed}/cookie`)) as Terms)
        settle()
      } catch (error) {
        warn(error)
      }
    },
    consent(isGiven) {
      consent = isGiven
      settle()
    },
    codeFor,
    code() {
      if (landed || followed.size === 0) return landed
      return [...followed.keys()].map(codeFor).find(Boolean) ?? ''
    },
  }
}
