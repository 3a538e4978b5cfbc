import { Type } from 'typebox'
import { OpenCode } from '../codes/code.ts'
import { exampleOpenCode } from '../frame/examples.ts'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable } from '../frame/values.ts'
import { cssColor } from './color.ts'
import { fontFamilies, paletteOf } from './theme-palette.ts'
import type { WidgetTheme } from './widget-theme.ts'

const color = (description: string) => Type.String({ description, examples: ['rgb(255 255 255)'] })

const WelcomeColors = Type.Object(
  {
    background: color('Background.'),
    ink: color('Text.'),
    softInk: color('Less important text.'),
    line: color('Borders.'),
    accent: color('The program’s accent color, with enough contrast for a border or an icon.'),
  },
  {
    title: 'WelcomeColors',
    description: 'Colors of the greeting; `light` and `dark` are the same if the theme has one color scheme.',
  },
)

export const Welcome = Type.Object(
  {
    offer: nullable(OpenCode),
    reason: nullable(
      Type.String({
        description:
          'Why there is no offer, as a sentence for the friend; null with an offer, and without a code. It is the same for a code that never existed, is disabled or has expired.',
        examples: ['This code does not work. Check the spelling, or go on without it.'],
      }),
    ),
    rememberSeconds: Type.Integer({
      description: 'How long a page that may keep the code may remember that the greeting was closed.',
    }),
    dismiss: Type.String({ description: 'Name of the button that closes the greeting.' }),
    light: WelcomeColors,
    dark: WelcomeColors,
    font: Type.String({ description: 'CSS font families.', examples: ['system-ui, sans-serif'] }),
    cornerRadius: Type.Integer({ description: 'Radius of corners in pixels.' }),
  },
  { title: 'Welcome', description: 'What the script shows to a friend who comes by a share link.' },
)
export type Welcome = ShapeOf<typeof Welcome>

/** The look of the greeting in the theme of a program. */
export function welcomeLook(theme: WidgetTheme): Pick<Welcome, 'light' | 'dark' | 'font' | 'cornerRadius'> {
  return {
    light: colorsOf(theme, false),
    dark: colorsOf(theme, true),
    font: fontFamilies[theme.font ?? 'sans'],
    cornerRadius: theme.cornerRadius ?? 10,
  }
}

function colorsOf(theme: WidgetTheme, isPageDark: boolean): Welcome['light'] {
  const { background, ink, softInk, line, accentLine } = paletteOf(theme, isPageDark)
  return {
    background: cssColor(background),
    ink: cssColor(ink),
    softInk: cssColor(softInk),
    line: cssColor(line),
    accent: cssColor(accentLine),
  }
}

export const exampleWelcome: Welcome = {
  offer: exampleOpenCode,
  reason: null,
  rememberSeconds: 7_776_000,
  dismiss: 'Close',
  ...welcomeLook({ accentColor: '#0b5cad' }),
}
