import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleProgram } from '../examples.ts'
import { Program } from '../program.ts'

export const readProgram = endpoint({
  name: 'readProgram',
  tag: 'Program',
  method: 'GET',
  path: '/program',
  summary: 'Retrieve the program',
  description:
    'Returns all settings of the program: rewards, conditions, share links, fraud rules and the widget.',
  scope: 'read',
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: { 200: Program },
  refusals: [],
  example: { answer: exampleProgram },
})
