import type { Client } from '@goodword/client'
import { listOf } from '@goodword/contract/frame/list'
import { listReferrals as endpoint } from '@goodword/contract/referrals/endpoints'
import { Type } from 'typebox'
import { defineTool } from '../tool.ts'
import { pageInput } from './page-input.ts'
import { ShortReferral, shortReferral } from './short-referral.ts'

const { referringAccountId, status, moderationStatus, fraudRule, dateConverted, order } =
  endpoint.query.properties

const page = listOf('referrals', ShortReferral, 'in the requested order')

export const listReferrals = defineTool({
  name: 'list_referrals',
  title: 'List referrals',
  description:
    'Lists referrals with both people, rewards, how both sides are decided, and the names of fraud rules that matched, newest first. Filters are combined with AND. `explain_referral` has the rest of one.',
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
  run: ({ client, signal }, query) => readPage(client.listReferrals({ query, signal })),
})

export const listReviews = defineTool({
  name: 'list_reviews',
  title: 'List what waits for a decision',
  description:
    'Lists the referrals whose reward waits for a decision by staff, the longest waiting first, with the fraud signals that hold them. `explain_referral` shows what a decision is worth, what the referrer wrote, and earlier decisions.',
  input: Type.Object(pageInput),
  output: page,
  run: ({ client, signal }, input) =>
    readPage(client.listReferrals({ query: { ...input, waitsFor: 'DECISION', order: 'OLDEST' }, signal })),
})

async function readPage(reading: ReturnType<Client['listReferrals']>) {
  const { count, totalCount, nextCursor, referrals } = await reading
  return { count, totalCount, nextCursor, referrals: referrals.map(shortReferral) }
}
