import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleReferral } from '../examples.ts'
import { Referral } from '../referral.ts'
import { recordId } from '../values.ts'

export const readReferral = endpoint({
  name: 'readReferral',
  tag: 'Referrals',
  method: 'GET',
  path: '/referrals/{referralId}',
  summary: 'Retrieve a referral',
  description: 'Returns a referral with both sides: users, rewards, moderation and fraud signals.',
  scope: 'read',
  params: Type.Object({ referralId: recordId('ID of the referral.') }),
  query: Type.Object({}),
  body: null,
  success: { 200: Referral },
  refusals: ['REFERRAL_NOT_FOUND'],
  example: { answer: exampleReferral },
})
