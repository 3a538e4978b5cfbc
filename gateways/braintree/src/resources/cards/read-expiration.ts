import type { Card } from '../../model/card.ts'
import { type Params, textOf } from '../../model/params.ts'
import type { Problems } from '../../protocol/problems.ts'
import { cardProblems } from './card-problems.ts'

type Expiration = Pick<Card, 'expirationMonth' | 'expirationYear'>

const FIRST_YEAR = 1976
const LAST_YEAR = 2200

/** `05/2030`, `5/30`, or month and year by themselves; null when the request has no valid one. */
export function readExpiration(
  params: Params,
  path: readonly string[],
  problems: Problems,
): Expiration | null {
  const date = textOf(params, 'expiration_date')
  const month = textOf(params, 'expiration_month')
  const year = textOf(params, 'expiration_year')
  if (typeof date === 'string' && (typeof month === 'string' || typeof year === 'string')) {
    problems.add(path, cardProblems.expirationConflict)
    return null
  }
  return typeof date === 'string'
    ? readDate(date, path, problems)
    : readMonthAndYear(month, year, path, problems)
}

/** Whether a request has an expiration. */
export function hasExpiration(params: Params): boolean {
  return ['expiration_date', 'expiration_month', 'expiration_year'].some(
    (key) => textOf(params, key) !== undefined,
  )
}

function readDate(date: string, path: readonly string[], problems: Problems): Expiration | null {
  const match = /^\s*(\d{1,2})\s*\/?\s*(\d{4}|\d{2})\s*$/.exec(date)
  const month = monthFrom(match?.[1])
  if (match === null || month === null) {
    problems.add(path, cardProblems.expirationInvalid)
    return null
  }
  const year = yearFrom(match[2])
  if (year === null) problems.add(path, cardProblems.expirationDateYear)
  return year === null ? null : { expirationMonth: month, expirationYear: year }
}

function readMonthAndYear(
  monthText: string | null | undefined,
  yearText: string | null | undefined,
  path: readonly string[],
  problems: Problems,
): Expiration | null {
  if (typeof monthText !== 'string' && typeof yearText !== 'string') {
    problems.add(path, cardProblems.expirationRequired)
    return null
  }
  const [month, year] = [monthFrom(monthText), yearFrom(yearText)]
  if (month === null) problems.add(path, cardProblems.expirationMonth)
  if (year === null) problems.add(path, cardProblems.expirationYear)
  return month === null || year === null ? null : { expirationMonth: month, expirationYear: year }
}

function monthFrom(text: string | null | undefined): string | null {
  const month = /^\d{1,2}$/.test(text ?? '') ? Number(text) : 0
  return month >= 1 && month <= 12 ? `${month}`.padStart(2, '0') : null
}

/** Two digits are of this century. */
function yearFrom(text: string | null | undefined): string | null {
  if (!/^(\d{2}|\d{4})$/.test(text ?? '')) return null
  const year = text?.length === 2 ? 2000 + Number(text) : Number(text)
  return year >= FIRST_YEAR && year <= LAST_YEAR ? `${year}` : null
}
