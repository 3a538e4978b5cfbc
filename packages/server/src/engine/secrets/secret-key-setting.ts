import type { Parser } from '../foundation/setting.ts'
import { parseSecretKey, type SecretKey, secretKeyRule } from './secret-key.ts'

export const secretKeyText: Parser<SecretKey> = (text) => {
  const value = parseSecretKey(text)
  return value === null ? { problem: `is not ${secretKeyRule}` } : { value }
}

/** Several of them, separated by commas. */
export const secretKeyTexts: Parser<readonly SecretKey[]> = (text) => {
  const parts = text.split(',')
  const value = parts.flatMap((it) => parseSecretKey(it.trim()) ?? [])
  if (value.length === parts.length) return { value }
  return { problem: `is not ${secretKeyRule}, or several of them separated by commas` }
}
