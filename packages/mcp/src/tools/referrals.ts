import { listReferrals } from '@goodword/contract/endpoints/list-referrals'
import { listOf } from '@goodword/contract/list'
import { Referral } from '@goodword/contract/referral'
import { Type } from 'typebox'
import { defineTool } from '../tool.ts'
import { pageInput } from './page-input.ts'

const { referringAccountId, status, moderationStatus, fraudRule, dateConverted, order } =
  listReferrals.query.properties

const page = listOf('referrals', Referral, 'in the requested order')

export const listReferralsTool = defineTool({
  name: 'list_referrals',
  title: 'List referrals',
  description:
    'Lists referrals with both people, rewards, decisions and fraud signals, newest first. Filters are combined with AND.',
  input: Type.Object({
    referringAccountId,
    status,
    moderationStatus,
    fraudRule,
    dateConverted,
    order,
    ...pageInput,
  }),
  output: page,
  run: ({ client, signal }, input) => client.listReferrals({ query: input, signal }),
})

export const reviewsList = defineTool({
  name: 'reviews_list',
  title: 'List what waits for a decision',
  description:
    'Lists the referrals whose reward waits for a decision by staff, the longest waiting first, with the fraud signals that hold them. `explain_referral` shows what a decision is worth, what the referrer wrote, and earlier decisions.',
  input: Type.Object(pageInput),
  output: page,
  run: ({ client, signal }, input) =>
    client.listReferrals({ query: { ...input, waitsFor: 'DECISION', order: 'OLDEST' }, signal }),
})
