import { invalid } from './api-error.ts'
import { type Form, isRecord } from './read-form.ts'

/** Texts that a merchant keeps with an object. */
export type Metadata = Readonly<Record<string, string>>

const MAX_KEYS = 50
const MAX_KEY_LENGTH = 40
const MAX_VALUE_LENGTH = 500

/** Changes metadata: an empty text removes a key, and an empty `metadata` all of them. @throws {ApiError} */
export function changedMetadata(before: Metadata, form: Form): Metadata {
  if (form === '') return {}
  if (!isRecord(form)) throw invalid('Invalid object', 'metadata')
  const after = new Map(Object.entries(before))
  for (const [key, text] of Object.entries(form)) {
    if (typeof text !== 'string') throw invalid('Metadata values must be strings', `metadata[${key}]`)
    checkLengths(key, text)
    if (text === '') after.delete(key)
    else after.set(key, text)
  }
  if (after.size > MAX_KEYS) throw invalid(`Metadata can have up to ${MAX_KEYS} keys`, 'metadata')
  return Object.fromEntries(after)
}

function checkLengths(key: string, text: string): void {
  const param = `metadata[${key}]`
  if (key.length > MAX_KEY_LENGTH) {
    throw invalid(`Metadata keys can have up to ${MAX_KEY_LENGTH} characters`, param)
  }
  if (text.length > MAX_VALUE_LENGTH) {
    throw invalid(`Metadata values can have up to ${MAX_VALUE_LENGTH} characters`, param)
  }
}
