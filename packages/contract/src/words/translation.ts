import type { LanguageTag, languages } from './languages.ts'

/** A text for each plural category of a language; `{count}` is the number that decides. */
export type Plural = { readonly [Category in Intl.LDMLPluralRule]?: string } & { readonly other: string }

/** The words of one part of the product in English; `{name}` is a placeholder. */
export type English = Readonly<Record<string, string | Plural>>

/** Words with the names of the English ones, in any language. */
export type Dictionary<Words extends English> = {
  readonly [Name in keyof Words]: Words[Name] extends string ? string : Plural
}

/** Words with the names of the English ones: none missing, and in plurals each category of the language. */
export type Translation<Tag extends LanguageTag, Words extends English> = {
  readonly [Name in keyof Words]: Words[Name] extends string
    ? string
    : Readonly<Record<(typeof languages)[Tag]['plurals'][number], string>>
}

/** The values for the placeholders of a text; none where it has none. Only `count` of a plural is a number. */
export type Values<Text> = [Text] extends [string]
  ? Arguments<Record<Placeholder<Text>, string>>
  : Arguments<Record<Exclude<Placeholder<Text[keyof Text]>, 'count'>, string> & { readonly count: number }>

type Arguments<Named> = keyof Named extends never ? [] : [values: Readonly<Named>]

type Placeholder<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never

/** The words of one part of the product in every language. The English ones keep their exact types. */
export type Area<Words extends English> = { readonly en: Words } & Readonly<
  Record<LanguageTag, Dictionary<Words>>
>
