import type { ApiKey } from '@goodword/client'
import type { Tone } from '../../../components/texts/badge.tsx'

type Dates = Pick<ApiKey, 'dateExpires' | 'dateRevoked'>
export type KeyScope = ApiKey['scopes'][number]

/** The rights of each scope. */
export const scopeWords: Readonly<Record<KeyScope, readonly [label: string, hint: string]>> = {
  read: ['Read', 'See everything but keys and the team.'],
  write: ['Write', 'Report accounts, users and referrals, as your server does.'],
  money: ['Money', 'Give and cancel rewards, and redeem credit.'],
  admin: ['Admin', 'Change the program, connections, keys and files.'],
}

/** Whether a key works now. */
export function isWorking({ dateExpires, dateRevoked }: Dates, now: number): boolean {
  return dateRevoked === null && (dateExpires === null || dateExpires > now)
}

/** The state of a key, in words. */
export function keyState(key: Dates & { readonly isRolled?: boolean }, now: number): readonly [string, Tone] {
  const { dateExpires, dateRevoked, isRolled = false } = key
  if (dateRevoked !== null) return ['Revoked', 'neutral']
  if (dateExpires !== null && dateExpires <= now) return [isRolled ? 'Replaced' : 'Expired', 'neutral']
  if (isRolled) return ['Being replaced', 'warning']
  return dateExpires === null ? ['Works', 'good'] : ['Works until it expires', 'good']
}

/** The times for which a replaced key keeps working. */
export const overlaps = [
  { value: '0', label: 'No time: it stops within 5 seconds' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
] as const
