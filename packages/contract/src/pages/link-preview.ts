import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { LOCALE } from './widget-texts.ts'

/** Networks cut longer titles. */
const MAX_TITLE = 95
const MAX_DESCRIPTION = 200
const MAX_SIDE = 10_000

const line = (maxLength: number, description: string, example: string) =>
  Type.Optional(Type.String({ format: 'mail-line', maxLength, description, examples: [example] }))

const side = (description: string, example: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_SIDE, description, examples: [example] }))

const LinkPreview = Type.Object(
  {
    title: line(MAX_TITLE, 'The title of the preview.', '10 % off your first year'),
    description: line(
      MAX_DESCRIPTION,
      'The text below the title.',
      'A friend recommends us. Open the link to use the discount.',
    ),
    imageUrl: Type.Optional(
      Type.String({
        format: 'picture-address',
        description:
          'URL of a PNG or JPEG picture: 1200 × 630 pixels, less than 600 kB. Networks keep a picture under its URL, so another picture needs another URL.',
        examples: ['https://www.example.com/share-1200x630.png'],
      }),
    ),
    imageWidth: side(
      'Width of the picture in pixels. With both sides, a first share shows it at once.',
      1200,
    ),
    imageHeight: side('Height of the picture in pixels.', 630),
    imageAlt: line(
      MAX_DESCRIPTION,
      'What the picture shows, for people who cannot see it.',
      'Our red bicycle',
    ),
  },
  { title: 'LinkPreview', description: 'How share links look in messengers and networks, in one language.' },
)
export type LinkPreview = ShapeOf<typeof LinkPreview>

export const LinkPreviews = Type.Record(Type.String({ pattern: LOCALE }), LinkPreview, {
  maxProperties: 50,
  additionalProperties: false,
  description:
    'How share links look in messengers and networks, by language such as `de` or `pt-BR`. What is not set has defaults from the reward and the texts of the program.',
})
export type LinkPreviews = ShapeOf<typeof LinkPreviews>
