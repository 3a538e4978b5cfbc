import type { OwnablePart } from '@goodword/contract/words/own-word-fault'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox } from '../../components/fields/checkbox.tsx'
import { OwnTextField } from '../../components/fields/own-text-field.tsx'
import { optionsOf, Select } from '../../components/fields/select.tsx'
import { TextField } from '../../components/fields/text-field.tsx'
import { Section } from '../../components/page.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { BlockSkeleton } from '../../components/texts/skeleton.tsx'
import { LanguagePicker } from '../program/sections/language-picker.tsx'
import type { SectionProps } from '../program/use-program-draft.ts'

type WordsSectionProps = SectionProps & {
  readonly locale: string
  readonly onLocale: (locale: string) => void
}

const parts = optionsOf<OwnablePart>({
  widget: 'Widget',
  hostedPage: 'Page for referrers',
  welcome: 'Greeting of a friend',
  rewards: 'Rewards, wherever one is named',
  mails: 'Every e-mail',
  pages: 'Pages behind links in messages and e-mails, and link cards',
})

const PAGE = 20

type Choice = {
  readonly wanted: string
  readonly part: OwnablePart | null
  readonly isOwnOnly: boolean
  /** The first page is 0. */
  readonly page: number
}

/** Single words of ours, with the merchant's own beside them: a page of those that are looked for. */
export function WordsSection({ program, change, locale, onLocale }: WordsSectionProps) {
  const [choice, setChoice] = useState<Choice>({ wanted: '', part: null, isOwnOnly: false, page: 0 })
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
  const look = (change: Partial<Choice>) => setChoice((it) => ({ ...it, page: 0, ...change }))
  return (
    <Section title="All words" isStack>
      <LanguagePicker
        languages={Object.keys(program.texts).filter((it) => program.texts[it]?.words !== undefined)}
        value={locale}
        onChange={onLocale}
        hint="Write your own below a text of ours to replace it in this language. What stands in braces is filled in, and has to stay."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Find a word"
          type="search"
          value={choice.wanted}
          onChange={(wanted) => look({ wanted })}
          hint="In our text, in yours, or in its name."
        />
        <Select
          label="Where it is read"
          empty="Everywhere"
          options={parts}
          value={choice.part}
          onChange={(part) => look({ part })}
        />
      </div>
      <Checkbox
        label="Only words of your own"
        isChecked={choice.isOwnOnly}
        onChange={(isOwnOnly) => look({ isOwnOnly })}
      />
      {words.data === undefined ? (
        <BlockSkeleton label="Words" height="30rem" />
      ) : (
        <WordPage {...{ locale, own, set, choice }} {...words.data} onPage={(page) => look({ page })} />
      )}
    </Section>
  )
}

type WordPageProps = Pick<
  typeof import('@goodword/contract/words/own-word-fault'),
  'ownableWords' | 'ownWordFault'
> & {
  readonly locale: string
  readonly own: Readonly<Record<string, string>>
  readonly set: (name: string, text: string) => void
  readonly choice: Choice
  readonly onPage: (page: number) => void
}

function WordPage({ locale, own, set, choice, onPage, ownableWords, ownWordFault }: WordPageProps) {
  const all = parts.flatMap(({ value: part }) => ownableWords(part, locale).map((it) => ({ ...it, part })))
  const found = all.filter((it) => isWanted(it, own[it.name] ?? '', choice))
  const first = choice.page * PAGE
  const shown = found.slice(first, first + PAGE)
  const faultOf = (name: string) => {
    const value = own[name] ?? ''
    return value === '' ? null : ownWordFault(locale, name, value)
  }
  // Invalid words are always shown, whichever group they belong to.
  const wrong = all.filter((it) => faultOf(it.name) !== null && !shown.includes(it))
  const groups = [
    { title: 'To be corrected', words: wrong },
    ...parts.map(({ value, label }) => ({ title: label, words: shown.filter((it) => it.part === value) })),
  ].filter(({ words }) => words.length > 0)
  return (
    <>
      {groups.map(({ title, words }) => (
        <fieldset key={title} className="flex flex-col gap-4">
          <legend className="mb-2 font-semibold">{title}</legend>
          {words.map(({ name, text }) => {
            const fault = faultOf(name)
            return (
              <OwnTextField
                key={name}
                label={text}
                name={`texts.${locale}.words.${name}`}
                value={own[name] ?? ''}
                defaultText={undefined}
                hint={<code>{name}</code>}
                onChange={(next) => set(name, next)}
                error={fault === null ? null : `This text ${fault}.`}
              />
            )
          })}
        </fieldset>
      ))}
      {found.length === 0 && (
        <p className="text-soft">
          {choice.isOwnOnly
            ? 'You have replaced none of these words in this language.'
            : 'No word has this in it. Look for a part of the text, or for its name.'}
        </p>
      )}
      <Pagination
        noun="words"
        totalCount={found.length}
        pages={{
          hasPrevious: choice.page > 0,
          hasNext: first + PAGE < found.length,
          isMidway: false,
          toNext: () => onPage(choice.page + 1),
          toPrevious: () => onPage(choice.page - 1),
        }}
      />
    </>
  )
}

type Word = { readonly name: string; readonly text: string; readonly part: OwnablePart }

function isWanted({ name, text, part }: Word, own: string, { wanted, part: of, isOwnOnly }: Choice): boolean {
  if ((of !== null && part !== of) || (isOwnOnly && own === '')) return false
  return `${name} ${text} ${own}`.toLowerCase().includes(wanted.trim().toLowerCase())
}
