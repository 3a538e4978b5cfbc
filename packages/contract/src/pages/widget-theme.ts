import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'

const colorSchemes = ['auto', 'light', 'dark'] as const
const fonts = ['sans', 'serif', 'rounded', 'mono'] as const

const color = (description: string, example: string) =>
  Type.Optional(Type.String({ format: 'hex-color', description, examples: [example] }))

export const WidgetTheme = Type.Object(
  {
    colorScheme: Type.Optional(
      Type.Enum([...colorSchemes], {
        description: '`auto` follows the embedding page; `light` and `dark` are fixed.',
      }),
    ),
    accentColor: color('Color of buttons and links. Text on it is black or white, by contrast.', '#0b5cad'),
    backgroundColor: color(
      'Background color in light mode. The text color is chosen by contrast.',
      '#ffffff',
    ),
    darkBackgroundColor: color(
      'Background color in dark mode. The text color is chosen by contrast.',
      '#16181d',
    ),
    logo: Type.Optional(
      Type.String({
        format: 'secure-address',
        description: 'URL of an image above the title, shown at most 40 pixels high.',
        examples: ['https://www.example.com/logo.svg'],
      }),
    ),
    font: Type.Optional(
      Type.Enum([...fonts], { description: 'Font family; only fonts installed on the device are used.' }),
    ),
    cornerRadius: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 24,
        description: 'Radius of corners in pixels.',
        examples: [10],
      }),
    ),
  },
  // No title: with a default it is another schema than without, and the reference names a schema once.
  { description: 'Appearance of the widget. Absent fields have defaults.' },
)
export type WidgetTheme = ShapeOf<typeof WidgetTheme>
