import type { MerchantAccount } from '../model/merchant.ts'
import { type Answer, notFound, ok } from '../protocol/answer.ts'
import type { Call, Route } from '../protocol/route.ts'
import { collection, type XmlValue } from '../protocol/xml.ts'

const PAGE_SIZE = 50

/** Merchant accounts. They are created in the Control Panel; the API lists them. */
export const merchantAccountRoutes: readonly Route[] = [
  { method: 'GET', path: '/merchant_accounts', query: ['page'], handle: listAccounts },
  { method: 'GET', path: '/merchant_accounts/:id', handle: findAccount },
]

function listAccounts({ merchant, query }: Call): Answer {
  const page = Math.max(1, Number(query.page) || 1)
  const accounts = merchant.merchantAccounts.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const fields = {
    'current-page-number': page,
    'page-size': PAGE_SIZE,
    'total-items': merchant.merchantAccounts.length,
  }
  return ok('merchant-accounts', collection('merchant-account', accounts.map(accountXml), fields))
}

function findAccount({ merchant, path }: Call): Answer {
  const account = merchant.merchantAccounts.find((each) => each.id === path.id)
  if (account === undefined) throw notFound(`merchant account ${path.id}`)
  return ok('merchant-account', accountXml(account))
}

function accountXml({ id, currency, isDefault }: MerchantAccount): XmlValue {
  return {
    id,
    status: 'active',
    'currency-iso-code': currency,
    default: isDefault,
    'sub-merchant-account': false,
  }
}
