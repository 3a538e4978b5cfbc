import { ControlError, notThere } from '@goodword/sandbox/control/control-error'
import { pageOf, pageQuery } from '@goodword/sandbox/control/page-of'
import { type ControlRoute, ofAccount } from '../control-route.ts'
import { subscriptionSummary, transactionSummary } from '../summaries.ts'

const statuses = ['Active', 'Canceled', 'Expired', 'Past Due', 'Pending']

export const listRoutes: readonly ControlRoute[] = [
  ofAccount('GET', '/subscriptions', {
    query: [...pageQuery, 'status', 'planId'],
    handle: ({ account: merchant, query }) => {
      const { status = '', planId = '' } = query
      if (status !== '' && !statuses.includes(status)) {
        throw new ControlError('INVALID', `"status" must be one of ${statuses.join(', ')}.`)
      }
      const page = pageOf(merchant.subscriptions.values(), query, (each) => {
        return (status === '' || each.status === status) && (planId === '' || each.planId === planId)
      })
      return { items: page.items.map((each) => subscriptionSummary(merchant, each)), next: page.next }
    },
  }),
  ofAccount('GET', '/subscriptions/:id', {
    handle: ({ account: merchant, path: { id = '' } }) => {
      const subscription = merchant.subscriptions.get(id)
      if (subscription === undefined) throw notThere(`subscription ${id}`)
      const bills = subscription.transactionIds.flatMap((each) => merchant.transactions.get(each) ?? [])
      return { ...subscriptionSummary(merchant, subscription), transactions: bills.map(transactionSummary) }
    },
  }),
  ofAccount('GET', '/transactions', {
    query: [...pageQuery, 'status', 'subscriptionId', 'customerId'],
    handle: ({ account: merchant, query }) => {
      const { status = '', subscriptionId = '', customerId = '' } = query
      const page = pageOf(merchant.transactions.values(), query, (each) => {
        if (status !== '' && each.status !== status) return false
        if (subscriptionId !== '' && each.recurring?.subscriptionId !== subscriptionId) return false
        return customerId === '' || each.customer?.id === customerId
      })
      return { items: page.items.map(transactionSummary), next: page.next }
    },
  }),
]
