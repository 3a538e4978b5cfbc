import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { pageLocale } from '../identification.ts'
import { exampleWelcome, Welcome } from '../welcome.ts'

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
      Type.String({
        maxLength: 1024,
        description: 'The code as it was typed or came with a link.',
        examples: ['BOBT4K9QX'],
      }),
    ),
    locale: pageLocale,
  }),
  body: null,
  success: { 200: Welcome },
  refusals: [],
  example: {
    query: { code: 'BOBT4K9QX', locale: 'en' },
    answer: exampleWelcome,
  },
})
