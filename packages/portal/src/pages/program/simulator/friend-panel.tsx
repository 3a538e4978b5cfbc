import type { OfferPreview, Program } from '@goodword/client'
import { exampleYear } from '@goodword/domain/program/example-bills'
import type { Currency } from '@goodword/domain/values/money'
import { type ReactNode, useMemo, useState } from 'react'
import { useNow } from '../../../components/program-clock.ts'
import { PreviewFrame } from '../../../components/texts/preview-frame.tsx'
import { BlockSkeleton } from '../../../components/texts/skeleton.tsx'
import { NoPreview, useOfferPreview } from '../previews.tsx'
import { LanguagePicker } from '../sections/language-picker.tsx'
import { minorText } from './explain.ts'
import { PriceSetting, type SimulatedPrice } from './price-setting.tsx'
import { priceOf, rewardTermsOf } from './simulator-terms.ts'

type FriendPanelProps = {
  readonly program: Program
  readonly currency: Currency
  readonly price: SimulatedPrice
}

/** The friend's view with the settings of the form, saved or not: the message, the greeting, the sign-up and the bill. */
export function FriendPanel({ program, currency, price }: FriendPanelProps) {
  const languages = Object.keys(program.texts)
  const [locale, setLocale] = useState(languages[0] ?? 'en')
  const { data, error } = useOfferPreview(program, locale)
  return (
    <div className="flex flex-col gap-4">
      <PriceSetting price={price} currency={currency} />
      <LanguagePicker
        languages={languages}
        value={locale}
        onChange={setLocale}
        hint="Friends see the language of their own browser."
      />
      {error !== null ? (
        <NoPreview error={error} />
      ) : data === undefined ? (
        <BlockSkeleton label="What a friend sees" height="36rem" />
      ) : (
        <Phone preview={data} bill={<FirstBill {...{ program, currency, price }} />} />
      )}
    </div>
  )
}

function Phone({ preview, bill }: { readonly preview: OfferPreview; readonly bill: ReactNode }) {
  const { linkCard, welcome } = preview
  const greeting = useMemo(() => ({ ...preview, view: 'greeting' }), [preview])
  return (
    <ol
      aria-label="What a friend sees"
      className="mx-auto flex w-full max-w-84 flex-col gap-5 rounded-[2rem] border-8 border-neutral-soft bg-page px-4 py-6"
    >
      <Step title="1. A message with the link">
        <div className="max-w-64 overflow-hidden rounded-2xl rounded-bl-sm bg-accent-soft">
          {linkCard.imageUrl === null && <div aria-hidden className="h-2 bg-accent" />}
          <div className="px-3.5 py-3">
            <p dir="auto" className="font-semibold wrap-anywhere">
              {linkCard.title}
            </p>
            <p dir="auto" className="mt-1 text-xs wrap-anywhere">
              {linkCard.description}
            </p>
            <p className="mt-1.5 text-xs text-soft wrap-anywhere">{linkCard.siteName}</p>
          </div>
        </div>
      </Step>
      <Step title="2. Your page, with the greeting">
        {welcome.offer === null ? (
          <p className="text-soft">No friend is greeted while the program is off.</p>
        ) : (
          <PreviewFrame
            src="/portal/offer-preview"
            title="Preview of the greeting"
            request={greeting}
            isDark={false}
            isPhone={false}
          />
        )}
      </Step>
      <Step title="3. The sign-up">
        <div className="card px-3.5 py-3">
          <span aria-hidden className="block h-3 w-24 rounded bg-neutral-soft" />
          <span aria-hidden className="mt-2 block h-8 rounded-md border border-line" />
          <p dir="auto" className="mt-2 text-xs wrap-anywhere">
            {welcome.offer?.texts.applied ?? welcome.reason}
          </p>
        </div>
      </Step>
      <Step title="4. The first bill">{bill}</Step>
    </ol>
  )
}

function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <li>
      <p className="mb-1.5 text-xs font-medium text-soft">{title}</p>
      {children}
    </li>
  )
}

function FirstBill({ program, currency, price }: FriendPanelProps) {
  const now = useNow()
  const [startsAt] = useState(now)
  const money = priceOf(price.typed, currency)
  if (money === null) return <p className="text-soft">Type a price to see the bill.</p>
  const terms = rewardTermsOf(program)
  const [bill] = exampleYear(terms, { price: money, everyMonths: 1 }, 0, startsAt).friend
  if (bill === undefined) return null
  const off = bill.percentageMinor + bill.creditMinor
  const lines = [
    ['Price', bill.priceMinor],
    ...(off === 0 ? [] : [['Referral discount', -off] as const]),
  ] as const
  return (
    <dl className="card px-3.5 py-2">
      {lines.map(([label, minor]) => (
        <div key={label} className="flex justify-between gap-4 py-1">
          <dt>{label}</dt>
          <dd>{minorText(minor, currency)}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 border-t border-line py-1.5 font-semibold">
        <dt>To pay</dt>
        <dd>{minorText(bill.toPayMinor, currency)}</dd>
      </div>
    </dl>
  )
}
