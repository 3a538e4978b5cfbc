import type { Referral, RewardSpec, UserSummary } from '@goodword/client'
import { parseCurrency, priceToNumber } from '@goodword/domain/values/money'

/** The terms of a reward: `10 % off for 12 months`, `5.00 EUR credit`, `2 × EXTRA_SEAT`. */
export function rewardText(reward: RewardSpec): string {
  switch (reward.type) {
    case 'PCT_DISCOUNT':
      return `${reward.discountPercent} % off each bill${monthsText(reward.monthsDiscountIsValid, ' without an end')}${reward.stacking === 'QUEUE' ? ', one after another' : ''}`
    case 'FEATURE':
      return `${reward.quantity} × ${oneLine(reward.featureType)}`
    case 'PAYMENT_SHARE':
      return `${reward.sharePercent} % of each payment of the friend as credit${monthsText(reward.monthsShareIsValid, ' without an end')}`
    case 'CREDIT':
      return `${creditText(reward.credit, reward.unit)} credit${monthsText(reward.monthsCreditIsValid)}`
    case 'TIME_CREDIT':
      return `${reward.credit} ${oneLine(reward.unit)} of time${monthsText(reward.monthsCreditIsValid)}`
  }
}

/** Credit of a currency is in its smallest unit, and of anything else in whole units. */
function creditText(credit: number, unit: string): string {
  const currency = parseCurrency(unit)
  return currency === null
    ? `${credit} ${oneLine(unit)}`
    : amountText(priceToNumber({ minor: credit, currency }), unit)
}

/** An amount with the code of its currency, which says more than a sign that several share. */
export function amountText(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' })
    .format(amount)
    .replace('\u00A0', ' ')
}

function monthsText(months: number | undefined, without = ''): string {
  return months === undefined ? without : ` for ${months} ${months === 1 ? 'month' : 'months'}`
}

type NamedUser = Pick<UserSummary, 'firstName' | 'lastName' | 'email'>

/** Who a person is. Their name is in quotes and on one line, so that no name looks like a line of the question. */
export function userText(accountId: string, user: NamedUser | null): string {
  const name = [user?.firstName, user?.lastName].filter((it) => it !== null && it !== undefined).join(' ')
  const known = [name === '' ? null : `“${oneLine(name)}”`, user?.email ?? null].filter((it) => it !== null)
  return [...known, `account ${oneLine(accountId)}`].join(', ')
}

/** The findings of fraud rules about a referral. */
export function signalsText({ fraudSignals }: Pick<Referral, 'fraudSignals'>): string {
  if (fraudSignals.length === 0) return 'none'
  const texts = fraudSignals.map(({ rule, message, shadow }) => {
    const state = shadow ? ' (in shadow mode)' : ''
    return `${rule}${state}: ${oneLine(message)}`
  })
  return texts.join(' ')
}

export function dateText(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

const MAX_TEXT = 200

function oneLine(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').replaceAll(/[“”"]/g, '’')
  return line.length <= MAX_TEXT ? line : `${line.slice(0, MAX_TEXT).toWellFormed()}…`
}
