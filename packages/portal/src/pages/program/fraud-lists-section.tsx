import { Section } from '../../components/page.tsx'
import { LinesField } from './lines-field.tsx'
import type { SectionProps } from './section-props.ts'

/** Domains and sites that fraud rules judge otherwise than their own lists do. */
export function FraudListsSection({ program, change }: SectionProps) {
  const { mailDomains, couponSites } = program
  return (
    <Section title="Lists for fraud rules">
      <div className="flex flex-col gap-4">
        <p className="text-soft">
          The rules know many providers of disposable e-mail addresses and many coupon sites. Add what they
          lack here, one a line. A domain counts with everything below it: example.com is also
          mail.example.com.
        </p>
        <LinesField
          label="Trusted e-mail domains"
          name="mailDomains.trusted"
          isOptional
          values={mailDomains.trusted}
          onChange={(trusted) => change({ mailDomains: { ...mailDomains, trusted: [...trusted] } })}
          hint="Such as those of a large customer or a university: many friends there are no sign of fraud."
        />
        <LinesField
          label="Domains of disposable e-mail addresses"
          name="mailDomains.disposable"
          isOptional
          values={mailDomains.disposable}
          onChange={(disposable) => change({ mailDomains: { ...mailDomains, disposable: [...disposable] } })}
        />
        <LinesField
          label="Coupon sites"
          name="couponSites"
          isOptional
          values={couponSites}
          onChange={(sites) => change({ couponSites: [...sites] })}
          hint="Clicks that come from these pages show that a code is public."
        />
      </div>
    </Section>
  )
}
