import { Type } from 'typebox'
import { OpenCode } from '../code.ts'
import { endpoint } from '../endpoint.ts'
import { exampleOpenCode } from '../examples.ts'
import { pageLocale } from '../identification.ts'

export const lookUpOpenCode = endpoint({
  name: 'lookUpOpenCode',
  tag: 'Browser',
  method: 'GET',
  path: '/open/code/{code}',
  summary: 'Look up a referral code in the browser',
  description:
    'For landing pages and sign-up forms: returns the name of the referrer and the friend’s reward, also in words. The error for a code that is not valid is the same for a code that never existed, is disabled or has expired. Needs no API key. Changes to a code or the program can take 5 seconds to appear.',
  scope: null,
  // A text that cannot be a code is a code that does not exist: 404, like any other unknown one.
  params: Type.Object({ code: Type.String({ description: 'A referral code.', examples: ['BOBT4K9QX'] }) }),
  query: Type.Object({ locale: pageLocale }),
  body: null,
  success: { 200: OpenCode },
  refusals: ['REFERRAL_CODE_NOT_FOUND'],
  example: { query: { locale: 'en' }, answer: exampleOpenCode },
})
