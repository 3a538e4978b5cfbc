import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleOpenCode } from '../examples.ts'
import { pageLocale } from '../identification.ts'
import { Welcome } from '../welcome.ts'

export const loadWelcome = endpoint({
  name: 'loadWelcome',
  tag: 'Browser',
  method: 'GET',
  path: '/open/welcome',
  summary: 'Load the greeting of a friend',
  description:
    'Called by the script’s `welcome` command and for its notes beside code fields. Returns the offer of a code in the program’s words and colors, or why the code cannot be used. Needs no API key. Changes to a code or the program can take 5 seconds to appear.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({
    code: Type.Optional(
      Type.String({ description: 'The code as it was typed or came with a link.', examples: ['BOBT4K9QX'] }),
    ),
    locale: pageLocale,
  }),
  body: null,
  success: { 200: Welcome },
  refusals: [],
  example: {
    query: { code: 'BOBT4K9QX', locale: 'en' },
    answer: {
      offer: exampleOpenCode,
      reason: null,
      rememberSeconds: 7_776_000,
      dismiss: 'Close',
      light: {
        background: 'rgb(255 255 255)',
        ink: 'rgb(24 28 36)',
        softInk: 'rgb(116 119 124)',
        line: 'rgb(223 223 224)',
        accent: 'rgb(11 92 173)',
      },
      dark: {
        background: 'rgb(21 24 29)',
        ink: 'rgb(238 241 246)',
        softInk: 'rgb(151 154 159)',
        line: 'rgb(51 54 59)',
        accent: 'rgb(72 133 192)',
      },
      font: 'system-ui, sans-serif',
      cornerRadius: 10,
    },
  },
})
