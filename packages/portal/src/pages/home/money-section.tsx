import { Section } from '../../components/page.tsx'
import { moneyText, percentText } from '../../format/number-text.ts'
import {
  costOf,
  costShare,
  type MoneyFigures,
  type RevenueBasis,
  revenueBasis,
  revenueOf,
} from './money-figures.ts'

type MoneySectionProps = {
  readonly money: readonly MoneyFigures[]
  /** The figures of the days that the range is compared with. */
  readonly before: readonly MoneyFigures[]
}

/** Cost against revenue, each figure with the sentence where it comes from. */
export function MoneySection({ money, before }: MoneySectionProps) {
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {money.length === 0 ? (
        <Section title="Cost and revenue">
          <p className="text-soft">
            No money in this range. What friends pay and what discounts cost appears here with the first
            payment.
          </p>
        </Section>
      ) : (
        money.map((it) => (
          <Currency
            key={it.currency}
            money={it}
            basis={revenueBasis([it, before.find(({ currency }) => currency === it.currency)])}
            isOnly={money.length === 1}
          />
        ))
      )}
    </div>
  )
}

type CurrencyProps = {
  readonly money: MoneyFigures
  readonly basis: RevenueBasis
  readonly isOnly: boolean
}

function Currency({ money, basis, isOnly }: CurrencyProps) {
  const { currency, charged, refunded, reported, discounts, creditRedeemed } = money
  const share = costShare(money, basis)
  const lines = [
    ['Charged', charged, 'What the payment processor charged referred accounts.'],
    ['Refunded', -refunded, 'What the payment processor gave back to them.'],
    [
      'First payments',
      reported,
      'Prices of referred accounts when they converted, as your server reported them. Not added to what was charged.',
    ],
    ['Discounts', discounts, 'What referral discounts took off bills at the payment processor.'],
    ['Credit redeemed', creditRedeemed, 'Credit that was redeemed by your server or by staff.'],
  ] as const
  return (
    <Section title={isOnly ? 'Cost and revenue' : `Cost and revenue in ${currency}`}>
      <p className="mb-3">
        <strong className="text-lg font-semibold">{moneyText(revenueOf(money, basis), currency)}</strong>{' '}
        {basis === 'CHARGED' ? 'charged' : 'in first payments'},{' '}
        <strong className="text-lg font-semibold">{moneyText(costOf(money), currency)}</strong> cost
        {share !== null && share > 0 && (
          <span className="text-soft">
            {' '}
            ({percentText(100 * share, 1)} of what bills would have been without it)
          </span>
        )}
      </p>
      <dl>
        {lines
          .filter(([, amount]) => amount !== 0)
          .map(([label, amount, source]) => (
            <div key={label} className="grid grid-cols-[1fr_auto] gap-x-4 border-t border-line py-2">
              <dt className="font-medium">{label}</dt>
              <dd className="text-right">{moneyText(amount, currency)}</dd>
              <dd className="col-span-2 text-xs text-soft">{source}</dd>
            </div>
          ))}
      </dl>
    </Section>
  )
}
