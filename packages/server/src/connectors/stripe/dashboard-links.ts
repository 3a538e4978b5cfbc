import type { DashboardLinks, ProcessorAccount } from '../dashboard-links.ts'

const modes: Readonly<Record<string, string>> = { sandbox: '/test', production: '' }

/** Pages of the Dashboard. */
export function dashboardLinks({ environment, merchantId }: ProcessorAccount): DashboardLinks | null {
  const mode = modes[environment]
  if (mode === undefined) return null
  const pages = `https://dashboard.stripe.com/${encodeURIComponent(merchantId)}${mode}`
  return {
    customer: `${pages}/customers/{id}`,
    subscription: `${pages}/subscriptions/{id}`,
    payment: `${pages}/payments/{id}`,
  }
}
