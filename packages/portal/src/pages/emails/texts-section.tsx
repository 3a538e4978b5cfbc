import type { EmailSettings, Program } from '@goodword/client'
import { knownLanguage } from '@goodword/contract/words/languages'
import { type MailKind, mailTraits } from '@goodword/domain/outbound/mail'
import { useQuery } from '@tanstack/react-query'
import { OwnTextField } from '../../components/fields/own-text-field.tsx'
import { TextArea } from '../../components/fields/text-field.tsx'
import { Section } from '../../components/page.tsx'
import { mailKindNames, placeholderMeanings } from '../../format/mail-words.ts'
import { LanguagePicker } from '../program/sections/language-picker.tsx'

type TextsSectionProps = {
  readonly emails: EmailSettings
  readonly change: (fields: Partial<Program>) => void
  readonly kind: MailKind
}

type Texts = NonNullable<EmailSettings['texts'][string][MailKind]>

/** The words of one kind of e-mail, in the language of the e-mails. */
export function TextsSection({ emails, change, kind }: TextsSectionProps) {
  const { language } = emails
  const ofLanguage = emails.texts[language] ?? {}
  const texts: Texts = ofLanguage[kind] ?? {}
  // The words of ten languages are loaded with this page alone.
  const words = useQuery({
    queryKey: ['words of e-mails'],
    queryFn: () => import('@goodword/contract/words/areas/mails'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const defaults = words.data?.mails[knownLanguage(language) ?? 'en']
  const setLanguage = (fields: Partial<EmailSettings['texts'][string]>) =>
    change({ emails: { ...emails, texts: { ...emails.texts, [language]: { ...ofLanguage, ...fields } } } })
  const field = (name: keyof Texts) => ({
    name: `emails.texts.${language}.${kind}.${name}`,
    value: texts[name] ?? '',
    // Empty means our own words, except for the button, whose empty text means none.
    onChange: (text: string) => setLanguage({ [kind]: { ...texts, [name]: text === '' ? undefined : text } }),
    defaultText: defaults?.[`${kind}.${name}`],
  })
  return (
    <Section title="Texts" isStack>
      <LanguagePicker
        languages={Object.keys(emails.texts)}
        value={language}
        onChange={(next) => change({ emails: { ...emails, language: next } })}
        onRemove={() => {
          const { [language]: _, ...rest } = emails.texts
          change({ emails: { ...emails, texts: rest } })
        }}
        hint="All e-mails are sent in this language. What you leave empty has our own words, which we have in ten languages. Greeting and last lines are among all words, under Widget."
      />
      <p>The texts of “{mailKindNames[kind]}”, which the preview shows: choose another kind there.</p>
      <div>
        <p className="text-soft">In these texts you may use:</p>
        <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-xs">
          {mailTraits[kind].placeholders.map((name) => (
            <div key={name} className="contents">
              <dt>
                <code>{`{${name}}`}</code>
              </dt>
              <dd className="text-soft">{placeholderMeanings[name]}</dd>
            </div>
          ))}
        </dl>
      </div>
      <OwnTextField label="Subject" {...field('subject')} />
      <OwnTextField label="Heading" {...field('heading')} />
      <OwnTextField label="Text" rows={4} {...field('body')} />
      <OwnTextField label="Text of the button" {...field('button')} />
      <TextArea
        label="Footer of every e-mail"
        name={`emails.texts.${language}.footer`}
        rows={2}
        isOptional
        value={ofLanguage.footer ?? ''}
        onChange={(text) => setLanguage({ footer: text === '' ? undefined : text })}
        hint="Such as the name and postal address of your business. No placeholders."
      />
    </Section>
  )
}
