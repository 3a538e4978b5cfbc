import { type Answer, done, notFound, ok } from '../protocol/answer.ts'
import { findCustomer } from '../protocol/find.ts'
import type { Call, Route } from '../protocol/route.ts'
import { cardsOf } from '../records/cards/cards-of.ts'
import { customerXml } from '../records/customer-xml.ts'
import { createCustomer } from '../resources/customers/create-customer.ts'
import { customerSearchRoutes } from '../resources/customers/customer-search.ts'
import { changedCustomerShape, newCustomerShape } from '../resources/customers/customer-shape.ts'
import { updateCustomer } from '../resources/customers/update-customer.ts'
import { removeCard } from '../resources/subscriptions/remove-card.ts'
import { addressRoutes } from './address-routes.ts'

export const customerRoutes: readonly Route[] = [
  { method: 'POST', path: '/customers', body: { customer: newCustomerShape }, handle: createCustomer },
  { method: 'GET', path: '/customers/:id', query: ['association_filter_id'], handle: find },
  { method: 'PUT', path: '/customers/:id', body: { customer: changedCustomerShape }, handle: updateCustomer },
  { method: 'DELETE', path: '/customers/:id', handle: remove },
  ...customerSearchRoutes,
  ...addressRoutes,
]

/** The one filter that every merchant has; others are made for a merchant by the gateway's support. */
const WITHOUT_ASSOCIATIONS = 'customer_with_no_associations'

function find({ merchant, now, path, query }: Call): Answer {
  const customer = findCustomer(merchant, path.id)
  const filter = query.association_filter_id
  if (filter !== undefined && filter !== WITHOUT_ASSOCIATIONS) throw notFound(`association filter ${filter}`)
  const withoutAssociations = filter === WITHOUT_ASSOCIATIONS
  return ok('customer', customerXml(merchant, customer, now, { withoutAssociations }))
}

/** Its cards are deleted with it, and the subscriptions that they paid end. */
function remove(call: Call): Answer {
  const { merchant, path } = call
  const customer = findCustomer(merchant, path.id)
  for (const card of cardsOf(merchant, customer.id)) removeCard(call, card)
  merchant.customers.delete(customer.id)
  return done
}
