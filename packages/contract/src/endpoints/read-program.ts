import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleProgram } from '../examples.ts'
import { Program } from '../program.ts'

export const readProgram = endpoint({
  name: 'readProgram',
  tag: 'Program',
  method: 'GET',
  path: '/program',
  summary: 'Read the program',
  description: 'The whole offer: who earns what, when and for how long, and how friends are led to it.',
  scope: 'read',
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: { 200: Program },
  refusals: [],
  example: { answer: exampleProgram },
})
