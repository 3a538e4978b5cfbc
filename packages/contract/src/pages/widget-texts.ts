import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'

const text = (description: string, example: string) =>
  Type.Optional(Type.String({ format: 'long-text', maxLength: 2000, description, examples: [example] }))

const LocaleTexts = Type.Object(
  {
    title: text('The title of the widget.', 'Give 10 %, get 10 %'),
    introduction: text('A description of the offer, below the title.', 'Your friends save, and so do you.'),
    shareMessage: text(
      'The message that is shared; the link is appended.',
      'I like this shop. With my link you save 10 %.',
    ),
    emailSubject: text('Subject of the e-mail that the e-mail button opens.', 'A gift from me'),
    terms: text('The terms; line breaks are kept.', 'For new customers. Ends when the friend cancels.'),
    welcomeTitle: text(
      'The greeting of a friend who comes by a share link. Placeholders: `{referrerName}`, `{reward}`.',
      '{referrerName} gives you {reward}',
    ),
    welcomeText: text(
      'The text below the greeting; line breaks are kept. The same placeholders.',
      'For new customers, on every plan.',
    ),
    termsLink: Type.Optional(
      Type.String({
        format: 'secure-address',
        description: 'URL of the full terms.',
        examples: ['https://www.example.com/terms'],
      }),
    ),
    words: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[a-z][A-Za-z]*([.][A-Za-z_]+){1,4}$' }),
        Type.String({ format: 'mail-line', minLength: 1, maxLength: 500 }),
        {
          maxProperties: 400,
          additionalProperties: false,
          description:
            'Single words in the place of ours, by their names, such as `widget.retry`, and of a plural with the category, such as `rewards.percentOffMonths.one`. The guide on languages lists them. A text has the same placeholders as ours.',
          examples: [{ 'widget.copyLink': 'Copy my link' }],
        },
      ),
    ),
  },
  { title: 'WidgetTexts', description: 'Texts of the widget in one language.' },
)
export type LocaleTexts = ShapeOf<typeof LocaleTexts>

/** A language, perhaps with script and region, as browsers write it. */
export const LOCALE = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'

export const WidgetTexts = Type.Record(Type.String({ pattern: LOCALE }), LocaleTexts, {
  maxProperties: 50,
  additionalProperties: false,
  description:
    'Texts of the widget by language, such as `de` or `pt-BR`. Other languages fall back to `en`; texts that are not set have the widget’s defaults.',
})
export type WidgetTexts = ShapeOf<typeof WidgetTexts>
