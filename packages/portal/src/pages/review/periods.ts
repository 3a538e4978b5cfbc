/** How far back the figures of fraud rules go, by the name in the address of the page. */
export const periods = {
  '7d': { days: 7, label: 'Last 7 days' },
  '30d': { days: 30, label: 'Last 30 days' },
  '90d': { days: 90, label: 'Last 90 days' },
  '12m': { days: 365, label: 'Last 12 months' },
} as const
export type PeriodName = keyof typeof periods

export const periodNames = ['7d', '30d', '90d', '12m'] as const satisfies readonly PeriodName[]
