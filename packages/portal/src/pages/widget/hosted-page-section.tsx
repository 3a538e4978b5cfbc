import type { Program } from '@goodword/client'
import { CopyField } from '../../components/fields/copy-field.tsx'
import { Switch } from '../../components/fields/switch.tsx'
import { Section } from '../../components/page.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { useTenant } from '../../session/use-session.ts'

type HostedPageSectionProps = {
  readonly alias: string
  readonly program: Program
  readonly change: (fields: Partial<Program>) => void
}

/** The page that the service has for referrers, for merchants without a page of their own for the widget. */
export function HostedPageSection({ alias, program, change }: HostedPageSectionProps) {
  const { hostedPage, emails } = program
  const isTest = useTenant()?.mode === 'test'
  const set = (fields: Partial<Program['hostedPage']>) => change({ hostedPage: { ...hostedPage, ...fields } })
  return (
    <Section title="A page without your own">
      <div className="flex flex-col gap-4">
        <p className="text-soft">
          We show the widget on a page of ours. Referrers sign in by a link that is sent to their e-mail
          address, and find their link, their friends and their rewards there.
        </p>
        {emails === null && (
          <Notice kind="warning" title="The page needs e-mails">
            Turn e-mails on under E-mails, with the address that they come from. No kind has to be chosen.
          </Notice>
        )}
        {emails !== null && isTest && (
          <Notice kind="info" title="A test program sends nothing">
            Its e-mails with links are kept. Read them with <code>GET mails</code>.
          </Notice>
        )}
        <Switch
          label="Page for referrers"
          isOn={hostedPage.enabled}
          onChange={(enabled) => set({ enabled })}
          hint="Takes effect when you save. Turning it off signs everybody out."
        />
        {hostedPage.enabled && (
          <>
            <CopyField label="Address of the page" value={`${location.origin}/p/${alias}`} />
            <p className="text-soft">On a domain of your own it is at /p as well.</p>
            <Switch
              label="Strangers can join"
              isOn={hostedPage.joinByEmail}
              onChange={(joinByEmail) => set({ joinByEmail })}
              hint="An e-mail address that you have no customer with gets an account of its own, and a link to share. Otherwise only customers whose address your server sent can sign in."
            />
          </>
        )}
      </div>
    </Section>
  )
}
