import { invalid } from './api-error.ts'

/** The version of the API whose shapes are answered; later ones of the same kind have them too. */
export const API_VERSION = '2026-10-28.endive'

/** Since then discounts have a source, and invoices a parent. */
const OLDEST = '2025-09-30'

/** @throws {ApiError} for a version whose shapes are others */
export function checkVersion(version: string | undefined): string {
  if (version === undefined) return API_VERSION
  const date = /^(\d{4}-\d{2}-\d{2})([.][a-z]+)?$/.exec(version)?.[1]
  if (date === undefined) throw invalid(`Invalid Stripe API version: ${version}`)
  if (date >= OLDEST) return version
  throw invalid(`The local Stripe has the shapes of ${API_VERSION}; ${version} is older than ${OLDEST}.`)
}
