import type { EmailSettings, Program } from '@goodword/client'
import type { MailKind } from '@goodword/domain/mail'
import { mailKinds, mailPlaceholders } from '@goodword/domain/mail'
import { Section } from '../../components/page.tsx'
import { Select } from '../../components/select.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { TextField } from '../../components/text-field.tsx'
import { mailKindNames, placeholderMeanings } from './mail-words.ts'

type EmailTextsSectionProps = {
  readonly emails: EmailSettings
  readonly change: (fields: Partial<Program>) => void
  readonly kind: MailKind
  readonly onKind: (kind: MailKind) => void
}

type Texts = NonNullable<EmailSettings['texts'][string][MailKind]>

/** The words of one kind of e-mail, in the language of the e-mails. */
export function EmailTextsSection({ emails, change, kind, onKind }: EmailTextsSectionProps) {
  const { language } = emails
  const ofLanguage = emails.texts[language] ?? {}
  const texts: Texts = ofLanguage[kind] ?? {}
  const setLanguage = (fields: Partial<EmailSettings['texts'][string]>) =>
    change({ emails: { ...emails, texts: { ...emails.texts, [language]: { ...ofLanguage, ...fields } } } })
  const field = (name: keyof Texts) => ({
    name: `emails.texts.${language}.${kind}.${name}`,
    value: texts[name] ?? '',
    // Empty means our own words, except for the button, whose empty text means none.
    onChange: (text: string) => setLanguage({ [kind]: { ...texts, [name]: text === '' ? undefined : text } }),
    isOptional: true,
    hint: 'Empty means the words in the preview.',
  })
  return (
    <Section title="Texts of e-mails">
      <div className="flex flex-col gap-4">
        <Select
          label="Kind of e-mail"
          options={mailKinds.map((it) => ({ value: it, label: mailKindNames[it] }))}
          value={kind}
          onChange={(next) => next !== null && onKind(next)}
        />
        <div>
          <p className="text-soft">In these texts you may use:</p>
          <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-xs">
            {mailPlaceholders[kind].map((name) => (
              <div key={name} className="contents">
                <dt>
                  <code>{`{${name}}`}</code>
                </dt>
                <dd className="text-soft">{placeholderMeanings[name]}</dd>
              </div>
            ))}
          </dl>
        </div>
        <TextField label="Subject" maxLength={200} {...field('subject')} />
        <TextField label="Heading" maxLength={200} {...field('heading')} />
        <TextArea label="Text" maxLength={2000} {...field('body')} />
        <TextField label="Text of the button" maxLength={200} {...field('button')} />
        <TextArea
          label="Footer of every e-mail"
          name={`emails.texts.${language}.footer`}
          rows={2}
          maxLength={2000}
          isOptional
          value={ofLanguage.footer ?? ''}
          onChange={(text) => setLanguage({ footer: text === '' ? undefined : text })}
          hint="Such as the name and postal address of your business. No placeholders."
        />
      </div>
    </Section>
  )
}
