import { listedMailKinds, mailStates } from '@goodword/domain/outbound/mail'
import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../list.ts'
import { exampleMail, Mail } from '../mail.ts'
import { accountId } from '../values.ts'

export const listMails = endpoint({
  name: 'listMails',
  tag: 'E-mails',
  method: 'GET',
  path: '/mails',
  summary: 'List e-mails',
  description:
    'Returns the e-mails to participants of the last 30 days, newest first, without their content. Filters are combined with AND.',
  scope: 'admin',
  params: Type.Object({}),
  query: listQuery({
    accountId: Type.Optional(accountId('Only e-mails to users of this account.')),
    state: Type.Optional(Type.Enum([...mailStates], { description: 'Only e-mails in this state.' })),
    kind: Type.Optional(Type.Enum([...listedMailKinds], { description: 'Only e-mails of this kind.' })),
  }),
  body: null,
  success: { 200: listOf('mails', Mail) },
  refusals: [],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, mails: [exampleMail] } },
})
