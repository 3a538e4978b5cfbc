import type { DashboardLinks, ProcessorAccount } from '../dashboard-links.ts'

const hosts: Readonly<Record<string, string>> = {
  sandbox: 'https://sandbox.braintreegateway.com',
  production: 'https://www.braintreegateway.com',
}

/** Pages of the Control Panel. */
export function controlPanelLinks({ environment, merchantId }: ProcessorAccount): DashboardLinks | null {
  const host = hosts[environment]
  if (host === undefined) return null
  const pages = `${host}/merchants/${encodeURIComponent(merchantId)}`
  return {
    customer: `${pages}/customers/{id}`,
    subscription: `${pages}/subscriptions/{id}`,
    payment: `${pages}/transactions/{id}`,
  }
}
