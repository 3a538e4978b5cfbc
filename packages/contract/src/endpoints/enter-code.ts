import { Type } from 'typebox'
import { OpenCode } from '../code.ts'
import { endpoint } from '../endpoint.ts'
import { exampleIdentification, exampleOpenCode } from '../examples.ts'
import { Identification } from '../identification.ts'

export const enterCode = endpoint({
  name: 'enterCode',
  tag: 'Browser',
  method: 'POST',
  path: '/open/friend-code',
  summary: 'Enter a code after sign-up',
  description:
    'For a customer who forgot the code at sign-up: called by the widget. It counts until the first payment of the account. Takes signed calls only, and identifies the user by the same rules as `POST open/identify`. Returns what the code gives; the same code again returns the same.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      ...Identification.properties,
      referral_code: Type.String({ maxLength: 1024, description: 'The code, as it was typed.' }),
    },
    { title: 'EnteredCode' },
  ),
  success: { 200: OpenCode },
  refusals: [
    'SIGNATURE_REQUIRED',
    'SIGNATURE_INVALID',
    'REFERRAL_CODE_NOT_FOUND',
    'SELF_REFERRAL',
    'ALREADY_REFERRED',
    'EXISTING_CUSTOMER',
    'PROGRAM_INACTIVE',
  ],
  example: {
    body: { ...exampleIdentification, referral_code: 'BOBT4K9QX' },
    answer: exampleOpenCode,
  },
})
