import type { Program } from '@goodword/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OwnTextField } from '../../components/own-text-field.tsx'
import { Section } from '../../components/page.tsx'
import { BlockSkeleton } from '../../components/skeleton.tsx'
import { TextField } from '../../components/text-field.tsx'
import { LanguagePicker } from '../program/language-picker.tsx'

type WordsSectionProps = {
  readonly program: Program
  readonly change: (fields: Partial<Program>) => void
  readonly locale: string
  readonly onLocale: (locale: string) => void
}

const parts = [
  ['widget', 'Widget'],
  ['hostedPage', 'Page for referrers'],
  ['welcome', 'Greeting of a friend'],
  ['rewards', 'Rewards, wherever one is named'],
  ['mails', 'Every e-mail'],
  ['pages', 'Pages behind links in messages and e-mails, and link cards'],
] as const

/** Every single word of ours, with the merchant's own beside it. */
export function WordsSection({ program, change, locale, onLocale }: WordsSectionProps) {
  const [wanted, setWanted] = useState('')
  // The words of ten languages are loaded with this tab alone.
  const words = useQuery({
    queryKey: ['words'],
    queryFn: () => import('@goodword/contract/words/own-word-fault'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const texts = program.texts[locale] ?? {}
  const own = texts.words ?? {}
  const set = (name: string, text: string) => {
    const { [name]: _, ...rest } = own
    const { words: __, ...others } = texts
    const next = text === '' ? rest : { ...rest, [name]: text }
    const isEmpty = Object.keys(next).length === 0
    change({ texts: { ...program.texts, [locale]: isEmpty ? others : { ...others, words: next } } })
  }
  return (
    <Section title="All words">
      <div className="flex flex-col gap-4">
        <LanguagePicker
          languages={Object.keys(program.texts).filter((it) => program.texts[it]?.words !== undefined)}
          value={locale}
          onChange={onLocale}
          hint="Write your own below a text of ours to replace it in this language. What stands in braces is filled in, and has to stay."
        />
        <TextField
          label="Find a word"
          type="search"
          value={wanted}
          onChange={setWanted}
          hint="In our text, in yours, or in its name."
        />
        {words.data === undefined ? (
          <BlockSkeleton label="Words" height="30rem" />
        ) : (
          parts.map(([part, title]) => {
            const { ownableWords, ownWordFault } = words.data
            const found = ownableWords(part, locale).filter(({ name, text }) =>
              `${name} ${text} ${own[name] ?? ''}`.toLowerCase().includes(wanted.trim().toLowerCase()),
            )
            if (found.length === 0) return null
            return (
              <fieldset key={part} className="flex flex-col gap-4">
                <legend className="mb-2 font-semibold">{title}</legend>
                {found.map(({ name, text }) => {
                  const value = own[name] ?? ''
                  const fault = value === '' ? null : ownWordFault(locale, name, value)
                  return (
                    <OwnTextField
                      key={name}
                      label={text}
                      name={`texts.${locale}.words.${name}`}
                      value={value}
                      defaultText={undefined}
                      hint={<code>{name}</code>}
                      onChange={(next) => set(name, next)}
                      error={fault === null ? null : `This text ${fault}.`}
                    />
                  )
                })}
              </fieldset>
            )
          })
        )}
      </div>
    </Section>
  )
}
