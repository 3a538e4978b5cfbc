import { isShortText } from './ids.ts'

/**
 * Whether a text can be an e-mail address: up to 256 code points, well-formed Unicode, no control characters, exactly
 * one `@`, and something that is not white space on both sides. Whether it receives mail is not checked.
 */
export function isEmail(text: string): boolean {
  if (!isShortText(text)) return false
  const [local, domain, ...more] = text.split('@')
  return more.length === 0 && hasInk(local) && hasInk(domain)
}

const STAFF_EMAIL = /^[a-z0-9_'+-][a-z0-9_'+.-]*@(?:[a-z0-9-]+\.)+[a-z]+$/i

/** Whether a text can be the e-mail address that a person of staff signs in with: ASCII, with a domain of several labels. */
export function isStaffEmail(text: string): boolean {
  const [local = ''] = text.split('@')
  return isEmail(text) && STAFF_EMAIL.test(text) && !local.includes('..') && !local.endsWith('.')
}

/** Whether a text can be a first or last name: 1 to 256 code points, well-formed Unicode, no control characters. */
export function isPersonName(text: string): boolean {
  return isShortText(text)
}

function hasInk(part: string | undefined): boolean {
  return part !== undefined && part.trim() !== ''
}
