import type { Statistics } from '@goodword/client'
import type { ReactNode } from 'react'
import { count, moneyText, percentText } from '../../format/number-text.ts'
import { costOf, costShare, revenueBasis, revenueOf } from './money-figures.ts'

/** The revenue and the costs of referrals in the range, as one sentence. Money is in the first currency. */
export function Headline({ statistics: { funnel, money, previous } }: { readonly statistics: Statistics }) {
  const [main] = money
  const customers = count(funnel.converted, 'new customer')
  const before = previous?.money.find((it) => it.currency === main?.currency)
  const basis = revenueBasis([main, before])
  if (main === undefined || revenueOf(main, basis) === 0) {
    return (
      <Sentence>
        Referrals brought <Figure>{customers}</Figure> and{' '}
        <Figure>{count(funnel.attributed, 'sign-up')}</Figure>.
      </Sentence>
    )
  }
  const share = costShare(main, basis)
  return (
    <Sentence>
      Referrals brought <Figure>{moneyText(revenueOf(main, basis), main.currency)}</Figure> and{' '}
      <Figure>{customers}</Figure>
      {costOf(main) > 0 && (
        <>
          , and cost <Figure>{moneyText(costOf(main), main.currency)}</Figure>
          {share !== null && ` (${percentText(100 * share, 1)} of those bills)`}
        </>
      )}
      .
    </Sentence>
  )
}

function Sentence({ children }: { readonly children: ReactNode }) {
  return <p className="max-w-4xl text-xl leading-snug tracking-tight text-balance text-soft">{children}</p>
}

function Figure({ children }: { readonly children: string }) {
  return <strong className="font-semibold text-text">{children}</strong>
}
