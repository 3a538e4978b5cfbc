import { Link } from '@tanstack/react-router'
import { useTenantAlias } from '../../../api/use-tenant-alias.ts'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { TextField } from '../../../components/fields/text-field.tsx'
import { Section } from '../../../components/page.tsx'
import type { SectionProps } from './section-props.ts'

/** Where share links lead, and where codes come from. */
export function LinksSection({ program, change }: SectionProps) {
  const tenantAlias = useTenantAlias()
  return (
    <Section title="Links and codes">
      <div className="flex flex-col gap-4">
        <TextField
          label="Landing page"
          name="landingPage"
          type="url"
          value={program.landingPage ?? ''}
          onChange={(text) => change({ landingPage: text === '' ? null : text })}
          placeholder="https://www.example.com/welcome"
          isOptional
          hint="Where a friend arrives who follows a share link. Without one, share links say that the program is not set up."
        />
        <TextField
          label="Page for codes that are not valid"
          name="fallbackPage"
          type="url"
          value={program.fallbackPage ?? ''}
          onChange={(text) => change({ fallbackPage: text === '' ? null : text })}
          placeholder="https://www.example.com/"
          isOptional
          hint="Where a friend arrives whose code does not exist, was disabled or has expired. Without one they see a plain page."
        />
        <div>
          <h3 className="font-medium">Referral codes</h3>
          <p className="mt-1 text-soft">
            Every user gets a referral code of letters and digits when you first send them: it is in their
            share link, and friends can type it at sign-up. To give a person another code, or to disable one,
            open the person under{' '}
            <Link to="/$tenantAlias/users" params={{ tenantAlias }} className="text-link underline">
              People
            </Link>
            . A code that was replaced keeps working.
          </p>
        </div>
        <Checkbox
          label="Referrers choose their own code"
          name="referrersChooseCodes"
          isChecked={program.referrersChooseCodes}
          onChange={(referrersChooseCodes) => change({ referrersChooseCodes })}
          hint="In the widget, up to five times each. Reserved words, such as the name of the program, and offensive words cannot be chosen."
        />
      </div>
    </Section>
  )
}
