import { ControlError, notThere } from '../control-error.ts'
import { type ControlRoute, ofMerchant } from '../control-route.ts'
import { pageOf, pageQuery } from '../page-of.ts'
import { subscriptionSummary, transactionSummary } from '../summaries.ts'

const statuses = ['Active', 'Canceled', 'Expired', 'Past Due', 'Pending']

export const listRoutes: readonly ControlRoute[] = [
  ofMerchant('GET', '/subscriptions', {
    query: [...pageQuery, 'status', 'planId'],
    handle: ({ merchant, query }) => {
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
  ofMerchant('GET', '/subscriptions/:id', {
    handle: ({ merchant, path: { id = '' } }) => {
      const subscription = merchant.subscriptions.get(id)
      if (subscription === undefined) throw notThere(`subscription ${id}`)
      const bills = subscription.transactionIds.flatMap((each) => merchant.transactions.get(each) ?? [])
      return { ...subscriptionSummary(merchant, subscription), transactions: bills.map(transactionSummary) }
    },
  }),
  ofMerchant('GET', '/transactions', {
    query: [...pageQuery, 'status', 'subscriptionId', 'customerId'],
    handle: ({ merchant, query }) => {
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
