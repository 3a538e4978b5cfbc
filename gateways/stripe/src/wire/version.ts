import { invalid } from './api-error.ts'

/** The version of the API whose shapes objects have here; later ones of the same kind have them too. */
export const API_VERSION = '2026-10-28.endive'

/** Shapes of older versions are not known here. */
const OLDEST = '2022-08-01'

/** When the shapes changed that older programs know. */
export const changes = {
  /** Payment intents lead to their latest charge instead of listing all, and charges list their refunds only when asked. */
  latestCharge: '2022-11-15',
  /** Products have marketing features. */
  marketingFeatures: '2024-04-10',
  /** Invoices have a parent and payments, items have their periods, and there are lists of discounts only. */
  basil: '2025-03-31',
  /** Checkout has other words for where a session is shown. */
  dahlia: '2026-03-25',
  /** Discounts and promotion codes have a source instead of a coupon. */
  clover: '2025-09-30',
} as const

/** @throws {ApiError} for a version whose shapes are not known */
export function checkVersion(version: string): string {
  const date = /^(\d{4}-\d{2}-\d{2})([.][a-z]+)?$/.exec(version)?.[1]
  if (date === undefined) throw invalid(`Invalid Stripe API version: ${version}`)
  if (date >= OLDEST) return version
  throw invalid(`The local Stripe has the shapes of ${OLDEST} and later; ${version} is older.`)
}

/** Whether a version is from before a change. */
export function isBefore(version: string, change: keyof typeof changes): boolean {
  return version.slice(0, 10) < changes[change]
}
