import { Type } from 'typebox'
import type { ShapeOf } from './shape.ts'

const colorSchemes = ['auto', 'light', 'dark'] as const
const fonts = ['sans', 'serif', 'rounded', 'mono'] as const

const color = (description: string, example: string) =>
  Type.Optional(Type.String({ format: 'hex-color', description, examples: [example] }))

export const WidgetTheme = Type.Object(
  {
    colorScheme: Type.Optional(
      Type.Enum([...colorSchemes], {
        description:
          '`auto` follows the page around the widget; `light` and `dark` are the same for everybody.',
      }),
    ),
    accentColor: color(
      'Color of buttons and links. Text on it is black or white, whichever reads better.',
      '#0b5cad',
    ),
    backgroundColor: color('Background while it is light; text follows its contrast.', '#ffffff'),
    darkBackgroundColor: color('Background while it is dark; text follows its contrast.', '#16181d'),
    logo: Type.Optional(
      Type.String({
        format: 'secure-address',
        description: 'A picture above the title, shown at most 40 pixels high.',
        examples: ['https://www.example.com/logo.svg'],
      }),
    ),
    font: Type.Optional(
      Type.Enum([...fonts], { description: 'Kind of type; each is one that the device has already.' }),
    ),
    cornerRadius: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 24,
        description: 'How round corners are, in pixels.',
        examples: [10],
      }),
    ),
  },
  // No title: with a default it is another schema than without, and the reference names a schema once.
  { description: 'Looks of the widget; what is left out has a look that works.' },
)
export type WidgetTheme = ShapeOf<typeof WidgetTheme>
