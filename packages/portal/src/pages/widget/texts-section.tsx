import type { Program } from '@goodword/client'
import { OwnTextField } from '../../components/fields/own-text-field.tsx'
import { TextArea, TextField } from '../../components/fields/text-field.tsx'
import { Section } from '../../components/page.tsx'
import { languageName } from '../program/program-words.ts'
import { LanguagePicker } from '../program/sections/language-picker.tsx'
import type { SectionProps } from '../program/use-program-draft.ts'

type TextsSectionProps = SectionProps & {
  readonly locale: string
  readonly onLocale: (locale: string) => void
  /** The widget's own words. */
  readonly defaults: Readonly<Record<string, string>>
}

type Texts = Program['texts'][string]

/** The merchant's own words in the widget, language by language. */
export function TextsSection({ program, change, locale, onLocale, defaults }: TextsSectionProps) {
  const texts: Texts = program.texts[locale] ?? {}
  const set = (fields: Partial<Texts>) =>
    change({ texts: { ...program.texts, [locale]: withoutEmpty({ ...texts, ...fields }) } })
  const field = (name: Exclude<keyof Texts, 'words'>) => ({
    name: `texts.${locale}.${name}`,
    value: texts[name] ?? '',
    onChange: (text: string) => set({ [name]: text }),
    isOptional: true,
  })
  const own = (name: Exclude<keyof Texts, 'words'>) => ({ ...field(name), defaultText: defaults[name] })
  return (
    <Section title="Texts" isStack>
      <LanguagePicker
        languages={Object.keys(program.texts)}
        value={locale}
        onChange={onLocale}
        onRemove={() => {
          const { [locale]: _, ...rest } = program.texts
          change({ texts: rest })
        }}
        hint="A visitor gets the texts in their language, else the English ones, else the widget’s own words, which it has in ten languages."
      />
      <OwnTextField label="Title" {...own('title')} />
      <TextArea
        label="Introduction"
        rows={2}
        {...field('introduction')}
        hint="Below the title. Empty means a sentence that fits the rewards."
      />
      <OwnTextField label="Message that is shared" rows={2} {...own('shareMessage')} />
      <OwnTextField label="Subject of shared e-mails" {...own('emailSubject')} />
      <TextArea label="Terms" {...field('terms')} hint="Line breaks are kept. Empty shows none." />
      <TextField
        label="Link to the terms"
        type="url"
        {...field('termsLink')}
        placeholder="https://www.example.com/terms"
      />
      <TextField
        label="Greeting of a friend"
        {...field('welcomeTitle')}
        hint="What your pages say to a friend who comes by a share link. {referrerName} and {reward} are filled in. Empty means a sentence such as “Rita gives you 10% off for 12 months”."
      />
      <TextArea
        label="Below the greeting"
        rows={2}
        {...field('welcomeText')}
        hint="The same placeholders. Empty says that the offer is for new customers, and that the code is entered by itself."
      />
      <p className="text-xs text-soft">
        Only the greeting has placeholders: the widget shows the rewards of the program by itself. HTML is
        shown as it is written. You are editing {languageName(locale)}.
      </p>
    </Section>
  )
}

/** An empty text is the same as none. */
function withoutEmpty(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}
