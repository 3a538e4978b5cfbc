import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleFigures } from '../examples.ts'
import { Figures } from '../figures.ts'
import { accountId, userId } from '../values.ts'

export const readFigures = endpoint({
  name: 'readFigures',
  tag: 'Users',
  method: 'GET',
  path: '/account/{accountId}/user/{userId}/figures',
  summary: 'Retrieve a referrer’s figures',
  description:
    'Returns what came of a user’s code so far: clicks, friends, what was saved, and what comes next. `POST open/widget` returns the same to signed calls.',
  scope: 'read',
  params: Type.Object({ accountId: accountId(), userId: userId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: Figures },
  refusals: ['USER_NOT_FOUND'],
  example: { answer: exampleFigures },
})
